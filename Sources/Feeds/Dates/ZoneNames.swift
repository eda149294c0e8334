internal import News

/// The zones that feeds name instead of giving an offset.
enum ZoneNames {
    /// Minutes that clocks of the zone are ahead of UTC at the local `time`; `nil` for a name that means nothing
    /// here. `name` is folded as in ``DateToken``.
    static func offset(of name: String, at time: CivilTime) -> Int? {
        if let minutes = fixed[name] { return minutes }
        guard let zone = seasonal[name] ?? city(in: name) else { return nil }
        return zone.standard + (zone.season.isSummer(at: time, standard: zone.standard) ? 60 : 0)
    }

    /// Whether offsets behind the name count westwards, as in `Etc/GMT+5`.
    static func countsWestwards(_ name: String) -> Bool {
        name.utf8.starts(with: "etc/".utf8)
    }

    private static func city(in name: String) -> Zone? {
        guard let slash = name.lastIndex(of: "/") else { return nil }
        return cities[String(name[name.index(after: slash)...])]
    }

    /// Abbreviations in minutes. `bst` is British, `ist` Indian, `cst` and `est` American, as they are in feeds. RFC
    /// 5322 takes the military letters for UTC, since RFC 822 had their signs wrong.
    private static let fixed: [String: Int] = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "etc/gmt": 0, "etc/utc": 0, "utc/gmt": 0, "gmt/utc": 0,
        "bst": 60, "west": 60, "cet": 60, "met": 60, "mez": 60, "wat": 60,
        "cest": 120, "cedt": 120, "mest": 120, "mesz": 120, "eet": 120, "sast": 120, "cat": 120,
        "eest": 180, "msk": 180, "eat": 180, "trt": 180, "idt": 180, "msd": 240, "gst": 240, "irst": 210,
        "pkt": 300, "ist": 330, "npt": 345, "bdt": 360, "ict": 420, "wib": 420,
        "wita": 480, "sgt": 480, "hkt": 480, "pht": 480, "myt": 480, "awst": 480, "wit": 540, "jst": 540, "kst": 540,
        "acst": 570, "aest": 600, "acdt": 630, "aedt": 660, "nzst": 720, "nzdt": 780,
        "nst": -210, "ndt": -150, "brst": -120, "brt": -180, "art": -180, "uyt": -180, "clst": -180, "adt": -180,
        "ast": -240, "clt": -240, "vet": -240, "bot": -240, "edt": -240, "est": -300, "cdt": -300, "cot": -300,
        "pet": -300, "cst": -360, "mdt": -360, "mst": -420, "pdt": -420, "pst": -480, "akdt": -480, "akst": -540,
        "hst": -600,
    ]

    private struct Zone {
        var standard: Int
        var season: SummerTime

        init(_ standard: Int, _ season: SummerTime = .none) {
            self.standard = standard
            self.season = season
        }
    }

    /// What Americans write without saying which half of the year.
    private static let seasonal: [String: Zone] = [
        "at": Zone(-240, .american), "et": Zone(-300, .american), "ct": Zone(-360, .american),
        "mt": Zone(-420, .american), "pt": Zone(-480, .american),
    ]

    /// Cities of the IANA names with many feeds.
    private static let cities: [String: Zone] = [
        "london": Zone(0, .european), "dublin": Zone(0, .european), "lisbon": Zone(0, .european),
        "paris": Zone(60, .european), "berlin": Zone(60, .european), "madrid": Zone(60, .european),
        "rome": Zone(60, .european), "amsterdam": Zone(60, .european), "brussels": Zone(60, .european),
        "vienna": Zone(60, .european), "zurich": Zone(60, .european), "stockholm": Zone(60, .european),
        "oslo": Zone(60, .european), "copenhagen": Zone(60, .european), "prague": Zone(60, .european),
        "warsaw": Zone(60, .european), "budapest": Zone(60, .european), "athens": Zone(120, .european),
        "helsinki": Zone(120, .european), "bucharest": Zone(120, .european), "sofia": Zone(120, .european),
        "kiev": Zone(120, .european), "kyiv": Zone(120, .european), "moscow": Zone(180), "istanbul": Zone(180),
        "new_york": Zone(-300, .american), "toronto": Zone(-300, .american), "chicago": Zone(-360, .american),
        "denver": Zone(-420, .american), "phoenix": Zone(-420), "los_angeles": Zone(-480, .american),
        "vancouver": Zone(-480, .american), "halifax": Zone(-240, .american), "bogota": Zone(-300), "lima": Zone(-300),
        "sao_paulo": Zone(-180), "buenos_aires": Zone(-180), "lagos": Zone(60), "nairobi": Zone(180),
        "johannesburg": Zone(120), "dubai": Zone(240), "karachi": Zone(300), "kolkata": Zone(330), "dhaka": Zone(360),
        "calcutta": Zone(330), "kathmandu": Zone(345), "bangkok": Zone(420), "jakarta": Zone(420),
        "ho_chi_minh": Zone(420), "singapore": Zone(480), "hong_kong": Zone(480), "shanghai": Zone(480),
        "taipei": Zone(480), "manila": Zone(480), "perth": Zone(480), "tokyo": Zone(540), "seoul": Zone(540),
        "brisbane": Zone(600), "sydney": Zone(600, .australian), "melbourne": Zone(600, .australian),
        "auckland": Zone(720, .newZealand),
    ]
}
