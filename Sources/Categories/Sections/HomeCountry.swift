internal import PlainText

/// The country a feed writes from, as far as its language tag tells. Its name says nothing at home: what stands
/// there may be politics, crime or weather.
struct HomeCountry {
    private let names: [String]

    /// The country of a BCP 47 tag: its region, else the one country that the language is mainly spoken in.
    init(tag: String?) {
        guard let tag else {
            names = []
            return
        }
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
        let region = parts.dropFirst().last { $0.utf8.count == 2 } ?? parts.first.flatMap(HomeCountry.region) ?? ""
        names = HomeCountry.names(of: region)
    }

    /// Whether a section is named after the country.
    func isNamed(by section: Substring) -> Bool {
        !names.isEmpty && names.contains(sectionKey(String(section)))
    }

    /// ISO 3166 region; nothing for languages of many countries.
    private static func region(of language: Substring) -> Substring? {
        switch language {
        case "de", "fr", "id", "it", "ru", "tr": language
        case "hi": "in"
        case "ja": "jp"
        case "ko": "kr"
        case "uk": "ua"
        case "zh": "cn"
        default: nil
        }
    }

    /// The names under which the table of sections knows countries, in the words that addresses use.
    private static func names(of region: Substring) -> [String] {
        switch region {
        case "au": ["australia"]
        case "br": ["brazil", "brasil"]
        case "ca": ["canada"]
        case "cn": ["china"]
        case "de": ["germany", "deutschland"]
        case "es": ["spain", "espana"]
        case "fr": ["france"]
        case "gb": ["uk"]
        case "il": ["israel"]
        case "in": ["india"]
        case "it": ["italy", "italia"]
        case "jp": ["japan"]
        case "kr": ["korea"]
        case "mx": ["mexico"]
        case "nz": ["new-zealand"]
        case "pk": ["pakistan"]
        case "ru": ["russia", "россия"]
        case "tr": ["turkey", "turkiye"]
        case "ua": ["ukraine", "ukraina", "украина"]
        case "us": ["us", "usa"]
        default: []
        }
    }
}
