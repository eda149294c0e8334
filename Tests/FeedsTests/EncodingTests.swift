import News
import Testing

@testable import Feeds

@Suite struct EncodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var header: String?
        var declared: String?
        var title: String
        /// Whether the bytes are the whole body, not the title in one.
        var isWhole = false

        var body: [UInt8] {
            if isWhole { return bytes }
            let declaration = declared.map { "\n<?xml version='1.0'\nencoding = '\($0)'?>" } ?? ""
            return Array("\(declaration)<rss><channel><item><title>".utf8) + bytes
                + Array("</title></item></channel></rss>".utf8)
        }
    }

    /// "Порт открыли вчера" and the like in the encoding that stands for it, made by hand: no library of the reader's own.
    static let cyrillic1251: [UInt8] = [
        0xcf, 0xee, 0xf0, 0xf2, 0x20, 0xee, 0xf2, 0xea, 0xf0, 0xfb, 0xeb, 0xe8,
        0x20, 0xe2, 0xf7, 0xe5, 0xf0, 0xe0,
    ]
    static let cyrillicKOI8: [UInt8] = [
        0xf0, 0xcf, 0xd2, 0xd4, 0x20, 0xcf, 0xd4, 0xcb, 0xd2, 0xd9, 0xcc, 0xc9,
        0x20, 0xd7, 0xde, 0xc5, 0xd2, 0xc1,
    ]
    static let port = "Порт открыли вчера"
    static let western1252: [UInt8] = [0x93, 0x50, 0xe9, 0x61, 0x67, 0x65, 0x94, 0x20, 0x96, 0x20, 0x80]
    static let western = "“Péage” – €"
    static let chineseGBK: [UInt8] = [
        0xb8, 0xdb, 0xbf, 0xda, 0xd6, 0xd8, 0xd0, 0xc2, 0xbf, 0xaa, 0xb7, 0xc5, 0xe9, 0x46,
    ]
    static let chinese = "港口重新开放镕"
    static let japaneseShiftJIS: [UInt8] = [
        0x8d, 0x60, 0x82, 0xaa, 0x82, 0xd3, 0x82, 0xbd, 0x82, 0xbd, 0x82, 0xd1, 0x8a, 0x4a, 0x82, 0xad,
    ]
    static let japanese = "港がふたたび開く"
    static let japaneseEUC: [UInt8] = [
        0xb9, 0xc1, 0xa4, 0xac, 0xa4, 0xd5, 0xa4, 0xbf, 0xa4, 0xbf, 0xa4, 0xd3, 0xb3, 0xab, 0xa4, 0xaf,
    ]
    static let koreanEUC: [UInt8] = [
        0xc7, 0xd7, 0xb1, 0xb8, 0xb0, 0xa1, 0x20, 0xb4, 0xd9, 0xbd, 0xc3, 0xbf, 0xad, 0xb4, 0xd9,
    ]
    static let korean = "항구가 다시열다"
    static let chineseBig5: [UInt8] = [0xb4, 0xe4, 0xa4, 0x66, 0xad, 0xab, 0xb7, 0x73, 0xb6, 0x7d, 0xa9, 0xf1]
    static let traditional = "港口重新開放"

    static let samples: [Sample] = [
        Sample(testDescription: "declared", bytes: cyrillic1251, declared: "windows-1251", title: port),
        Sample(testDescription: "in the header", bytes: cyrillic1251, header: "windows-1251", title: port),
        Sample(testDescription: "quoted header", bytes: cyrillicKOI8, header: "\"KOI8-R\"", title: port),
        Sample(
            testDescription: "header by default", bytes: cyrillic1251, header: "ISO-8859-1", declared: "cp1251",
            title: port),
        Sample(
            testDescription: "header wrong", bytes: cyrillic1251, header: "utf-8", declared: "windows-1251", title: port
        ),
        Sample(
            testDescription: "header before declaration", bytes: cyrillicKOI8, header: "koi8-r",
            declared: "windows-1251", title: port),
        Sample(
            testDescription: "UTF-8 under another label", bytes: Array(port.utf8), declared: "windows-1251", title: port
        ),
        Sample(
            testDescription: "UTF-8, header another", bytes: Array(chinese.utf8), header: "gbk", declared: "utf-8",
            title: chinese),
        Sample(
            testDescription: "UTF-8 declared UTF-16", bytes: Array(western.utf8), declared: "utf-16", title: western),
        Sample(
            testDescription: "label nobody knows", bytes: Array(western.utf8), declared: "x-invented", title: western),
        Sample(
            testDescription: "windows-1252 called Latin 1", bytes: western1252, declared: "iso-8859-1", title: western),
        Sample(testDescription: "windows-1252 unlabelled", bytes: western1252, title: western),
        Sample(testDescription: "Cyrillic unlabelled", bytes: cyrillic1251, title: port),
        Sample(testDescription: "KOI8 unlabelled", bytes: cyrillicKOI8, title: port),
        Sample(testDescription: "GBK called GB 2312", bytes: chineseGBK, declared: "gb2312", title: chinese),
        Sample(testDescription: "GBK unlabelled", bytes: Array(chineseGBK.prefix(12)), title: "港口重新开放"),
        Sample(testDescription: "Shift_JIS", bytes: japaneseShiftJIS, declared: "Shift_JIS", title: japanese),
        Sample(testDescription: "Shift_JIS unlabelled", bytes: japaneseShiftJIS, title: japanese),
        Sample(testDescription: "EUC-JP", bytes: japaneseEUC, declared: "euc-jp", title: japanese),
        Sample(testDescription: "EUC-JP unlabelled", bytes: japaneseEUC, title: japanese),
        Sample(testDescription: "EUC-KR", bytes: koreanEUC, declared: "ks_c_5601-1987", title: korean),
        Sample(testDescription: "EUC-KR unlabelled", bytes: koreanEUC, title: korean),
        Sample(testDescription: "Big5", bytes: chineseBig5, declared: "big5", title: traditional),
        Sample(testDescription: "Big5 unlabelled", bytes: chineseBig5, title: traditional),
        Sample(testDescription: "Turkish", bytes: [0xd0, 0xfe, 0xdd], declared: "iso-8859-9", title: "Ğşİ"),
        Sample(testDescription: "Central European", bytes: [0xa3, 0xf3, 0xb3], declared: "ISO-8859-2", title: "Łół"),
        Sample(
            testDescription: "one broken byte", bytes: Array("Порт ".utf8) + [0xff] + Array(" открыт".utf8),
            declared: "utf-8", title: "Порт \u{fffd} открыт"),
        Sample(
            testDescription: "one broken byte under a server's default", bytes: Array(port.utf8) + [0xff],
            header: "iso-8859-1", declared: "utf-8", title: port + "\u{fffd}"),
        Sample(
            testDescription: "a character cut in half", bytes: Array("Порт ".utf8) + [0xe2, 0x82], declared: "utf-8",
            title: "Порт \u{fffd}"),
    ]

    /// Encodings whose units are wider than a byte, and byte order marks.
    static var wideSamples: [Sample] {
        let text = rss("<item><title>Порт 🐟</title></item>")
        let little = littleEndian(text)
        let big = swapped(little)
        let start: [UInt8] = littleEndian("<rss><channel><item><title>a")
        let end: [UInt8] = littleEndian("b</title></item></channel></rss>")
        let damaged: [UInt8] = [0xff, 0xfe] + start + [0x3d, 0xd8] + end + [0x3c]
        func whole(_ name: String, _ body: [UInt8], title: String = "Порт 🐟") -> Sample {
            Sample(testDescription: name, bytes: body, title: title, isWhole: true)
        }
        return [
            whole("S50: UTF-8 with its mark", [0xef, 0xbb, 0xbf] + Array(text.utf8)),
            whole("S50: UTF-16LE with its mark", [0xff, 0xfe] + little), whole("UTF-16LE", little),
            whole("UTF-16BE with its mark", [0xfe, 0xff] + big), whole("UTF-16BE", big),
            whole("UTF-32BE with its mark", [0, 0, 0xfe, 0xff] + fourBytes(text)),
            whole("half a surrogate pair, and half a unit at the end", damaged, title: "a\u{fffd}b"),
        ]
    }

    static let labels: [(label: String, encoding: TextEncoding?)] = [
        (" UTF8 ", .utf8), ("win-1250", .singleByte("CP1250")), ("iso8859-5", .singleByte("ISO-8859-5")),
        ("iso-2022-jp", .multiByte("iso-2022-jp")), ("ascii//TRANSLIT", nil), ("", nil),
    ]

    @Test(arguments: samples + wideSamples)
    func titlesAreDecoded(sample: Sample) throws {
        let header = sample.header.map { "text/xml; charset=\($0)" }
        #expect(try read(sample.body, contentType: header).items.map(\.title) == [sample.title])
        #expect(BodyKind(of: sample.body) == .feed)
        for (label, encoding) in EncodingTests.labels {
            #expect(TextEncoding(label: label) == encoding, "\(label)")
        }
    }

    private static func littleEndian(_ text: String) -> [UInt8] {
        text.utf16.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit & 0xff), UInt8(unit >> 8)] }
    }

    private static func swapped(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 2).flatMap { [bytes[$0 + 1], bytes[$0]] }
    }

    private static func fourBytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { (scalar: Unicode.Scalar) -> [UInt8] in
            [0, UInt8(scalar.value >> 16), UInt8(scalar.value >> 8 & 0xff), UInt8(scalar.value & 0xff)]
        }
    }
}
