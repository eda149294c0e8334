/// Whether a query parameter only says how a reader came to the page. Names are those documented by the analytics
/// services and seen in publishers' feeds. A name that may also choose the article (`ref`, `source`, `mod` …) counts
/// only when its value says that it marks the feed: `ref=rss`.
func isTracking(name: [UInt8], value: some Sequence<UInt8>) -> Bool {
    let lowered = name.map(lowercased)
    let name = String(decoding: lowered, as: UTF8.self)
    if trackingNames.contains(name) || trackingPrefixes.contains(where: { lowered.starts(with: $0.utf8) }) {
        return true
    }
    guard ambiguousNames.contains(name) else { return false }
    let value = value.map(lowercased)
    return value.starts(with: "rss".utf8) || value.starts(with: "feed".utf8) || value.starts(with: "atom".utf8)
}

private let trackingPrefixes = [
    "utm_", "at_campaign", "at_custom", "at_link", "at_bbc", "at_ptr", "mtm_", "matomo_", "piwik_", "_hs", "hsa_",
    "fb_action_", "oly_",
]

private let trackingNames: Set<String> = [
    "at_medium", "at_format", "at_creation", "at_variant", "at_emailtype", "fbclid", "fb_source", "fb_ref", "gclid",
    "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "twclid", "ttclid", "yclid", "ysclid", "igshid", "igsh",
    "li_fat_id", "epik", "mc_cid", "mc_eid", "mkt_tok", "_ga", "_gl", "_openstat", "vero_id", "vero_conv", "rb_clickid",
    "s_cid", "s_kwcid", "sc_cid", "cmpid", "icid", "ito", "smid", "smtyp", "emc", "trk", "trkcampaign",
    "traffic_source", "__twitter_impression", "hsctatracking", "guccounter", "guce_referrer", "guce_referrer_sig",
    "ncid", "soc_src", "soc_trk", "spref", "sr_share", "echobox", "dicbo", "ocid", "taid", "xtor", "ns_mchannel",
    "ns_source", "ns_campaign", "ns_linkname", "ns_fee", "pk_campaign", "pk_kwd", "pk_keyword", "pk_source",
    "pk_medium", "pk_content", "pk_cid", "wt_mc", "wt_zmc", "wt_ref", "wt.mc_id", "wt.mc_ev", "wt.tsrc", "phpsessid",
    "jsessionid",
]

private let ambiguousNames: Set<String> = [
    "ref", "ref_src", "referer", "referrer", "source", "src", "from", "via", "mod", "partner", "feed", "medium", "cid",
    "cmp", "campaign", "channel", "origin", "output", "utm", "link_source",
]
