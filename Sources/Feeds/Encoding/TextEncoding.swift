/// How the bytes of a body stand for characters.
enum TextEncoding: Hashable {
    case utf8
    /// Two or four bytes for each unit.
    case utf16(bigEndian: Bool)
    case utf32(bigEndian: Bool)
    /// One byte for each character; the name is iconv's.
    case singleByte(String)
    /// Several bytes for some characters; the name is iconv's.
    case multiByte(String)

    /// iconv's name.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16(let bigEndian): bigEndian ? "UTF-16BE" : "UTF-16LE"
        case .utf32(let bigEndian): bigEndian ? "UTF-32BE" : "UTF-32LE"
        case .singleByte(let name), .multiByte(let name): name
        }
    }

    /// Bytes that a fault costs: the smallest unit of the encoding.
    var unit: Int {
        switch self {
        case .utf8, .singleByte, .multiByte: 1
        case .utf16: 2
        case .utf32: 4
        }
    }

    /// ISO-8859-1 and us-ascii are what servers say when nobody told them; they mean windows-1252 (Encoding Standard).
    static let serverDefault = TextEncoding.singleByte("CP1252")

    /// The encoding a label names, by the WHATWG Encoding Standard and, beyond its labels, by iconv's own names.
    init?(label: String) {
        let label = String(decoding: label.utf8.filter { !$0.isXMLBlank && $0 != 0x22 && $0 != 0x27 }, as: UTF8.self)
            .lowercased()
        guard !label.isEmpty, label.utf8.count <= 40,
            label.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_.:".utf8.contains($0) })
        else { return nil }
        if let known = TextEncoding.labels[label] {
            self = known
        } else if let number = TextEncoding.windowsCodePage(label) {
            self = .singleByte("CP\(number)")
        } else if let part = TextEncoding.isoPart(label) {
            self = .singleByte("ISO-8859-\(part)")
        } else if TextDecoder.knows(label) {
            self = .multiByte(label)
        } else {
            return nil
        }
    }

    private static func windowsCodePage(_ label: String) -> Int? {
        for prefix in ["windows-", "x-cp", "cp", "windows", "win-", "win"] where label.hasPrefix(prefix) {
            if let number = Int(label.dropFirst(prefix.count)), (1_250...1_258).contains(number) { return number }
        }
        return nil
    }

    private static func isoPart(_ label: String) -> Int? {
        for prefix in ["iso-8859-", "iso8859-", "iso_8859-", "iso8859_", "iso_8859_"] where label.hasPrefix(prefix) {
            if let part = Int(label.dropFirst(prefix.count)), (2...16).contains(part), part != 12 { return part }
        }
        return nil
    }

    /// Labels whose meaning differs from their name, or that iconv does not know.
    private static let labels: [String: TextEncoding] = {
        var labels: [String: TextEncoding] = [:]
        func add(_ encoding: TextEncoding, _ names: String...) {
            for name in names { labels[name] = encoding }
        }
        add(.utf8, "utf-8", "utf8", "utf_8", "unicode-1-1-utf-8", "x-unicode20utf8", "utf-8-sig")
        add(.utf16(bigEndian: false), "utf-16", "utf16", "utf-16le", "utf-16-le", "unicode", "ucs-2", "iso-10646-ucs-2")
        add(.utf16(bigEndian: true), "utf-16be", "utf-16-be", "unicodefffe")
        add(.utf32(bigEndian: true), "utf-32", "utf32", "utf-32be", "ucs-4", "iso-10646-ucs-4")
        add(.utf32(bigEndian: false), "utf-32le")
        add(
            serverDefault, "iso-8859-1", "iso8859-1", "iso_8859-1", "iso88591", "latin1", "latin-1", "l1", "ascii",
            "us-ascii", "ansi_x3.4-1968", "iso-ir-100", "cp819", "ansi", "windows-1252")
        add(.singleByte("CP1254"), "iso-8859-9", "iso8859-9", "iso_8859-9", "iso88599", "latin5", "l5")
        add(.singleByte("CP874"), "iso-8859-11", "iso8859-11", "tis-620", "dos-874", "windows-874")
        add(.singleByte("ISO-8859-8"), "iso-8859-8-i", "logical", "iso-8859-8-e")
        add(.singleByte("ISO-8859-2"), "latin2", "latin-2", "l2")
        add(.singleByte("ISO-8859-15"), "latin9", "latin-9", "l9")
        add(.singleByte("KOI8-R"), "koi8-r", "koi8r", "koi8", "koi", "koi8_r", "cskoi8r")
        add(.singleByte("KOI8-U"), "koi8-u", "koi8-ru")
        add(.singleByte("CP866"), "ibm866", "cp866", "866", "dos-866")
        add(.singleByte("MACINTOSH"), "macintosh", "mac", "x-mac-roman", "csmacintosh")
        add(.singleByte("MAC-CYRILLIC"), "x-mac-cyrillic", "x-mac-ukrainian")
        add(
            .multiByte("GB18030"), "gb2312", "gbk", "gb18030", "x-gbk", "cp936", "gb_2312-80", "gb_2312", "csgb2312",
            "euc-cn", "chinese", "windows-936", "ms936")
        add(.multiByte("BIG5-HKSCS"), "big5", "big-5", "big5-hkscs", "x-x-big5", "cn-big5", "cp950", "csbig5")
        add(
            .multiByte("CP932"), "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "cp932",
            "ms932", "csshiftjis")
        add(.multiByte("EUC-JP-MS"), "euc-jp", "x-euc-jp", "eucjp", "cseucpkdfmtjapanese", "euc_jp")
        add(
            .multiByte("CP949"), "euc-kr", "euckr", "korean", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601",
            "windows-949", "cp949", "uhc", "cseuckr")
        return labels
    }()
}
