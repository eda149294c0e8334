import JSON
import Testing

@Suite struct JSONTests {
    static let texts = [
        #"{"b":1,"a":[true,false,null,-7,1.5,"x"]}"#, #""""#, "[]", "{}", #"{"é":"日本 👩‍👩‍👧"}"#,
        #""\u0000\u001f\n\t\"\\""#, "[0.943,4.6,1e-7,0.00025]", "0.30000000000000004",
    ]

    /// Every control character, and what else is sometimes escaped.
    static let controls =
        String(String.UnicodeScalarView((0..<32).compactMap(Unicode.Scalar.init))) + "\u{7f}\u{2028}\"\\/"

    @Test func textSurvivesReadingAndWriting() {
        let escaped = JSONValue.string(JSONTests.controls).text()
        for text in JSONTests.texts + [escaped] {
            let value = try? JSONValue(parsing: text)
            #expect(value?.text().lowercased() == text.lowercased())
            #expect(value != nil && value == value.flatMap { try? JSONValue(parsing: $0.text(.indented)) }, "\(text)")
        }
        #expect(escaped.utf8.allSatisfy { $0 >= 0x20 })
        #expect((try? JSONValue(parsing: escaped))?.string == JSONTests.controls)
        var object = JSONObject([("z", 1), ("a", 2), ("m", 3)])
        object["a"] = nil
        object["b"] = 4
        object["z"] = 5
        #expect(JSONValue.object(object).text() == #"{"z":5,"m":3,"b":4}"#, "members keep their order")
    }

    @Test func faultsNameTheirLine() {
        let faults: [(text: [UInt8], line: Int)] = [
            (Array("{\n  \"a\": 1,\n  \"a\": 2\n}".utf8), 3), (Array("[1,\n2,,3]".utf8), 2), ([], 1),
            (Array("{\"a\":1} x".utf8), 1), (Array("\"\u{1}\"".utf8), 1), ([0x22, 0xff, 0x22], 1),
        ]
        for (text, line) in faults {
            let name = Comment(rawValue: String(decoding: text, as: UTF8.self))
            let error = #expect(throws: JSONError.self, name) { try JSONValue(parsing: text) }
            #expect(error?.line == line && error?.reason.isEmpty == false, name)
        }
    }
}
