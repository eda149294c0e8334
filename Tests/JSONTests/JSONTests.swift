import JSON
import Testing

@Suite struct JSONTests {
    @Test(arguments: [
        #"{"b":1,"a":[true,false,null,-7,1.5,"x"]}"#, #""""#, "[]", "{}", #"{"é":"日本 👩‍👩‍👧"}"#,
        #""\u0000\u001f\n\t\"\\""#, "[0.943,4.6,1e-7,0.00025]", "0.30000000000000004",
    ])
    func textSurvivesReadingAndWriting(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(try JSONValue(parsing: value.text(.indented)) == value)
        #expect(value.text().lowercased() == text.lowercased())
    }

    @Test func everyControlCharacterIsEscaped() throws {
        let controls = String(String.UnicodeScalarView((0..<32).compactMap(Unicode.Scalar.init)))
        let text = JSONValue.string(controls + "\u{7f}\u{2028}\"\\/").text()
        #expect(text.utf8.allSatisfy { $0 >= 0x20 })
        #expect(try JSONValue(parsing: text).string == controls + "\u{7f}\u{2028}\"\\/")
    }

    @Test(arguments: [
        ("{\n  \"a\": 1,\n  \"a\": 2\n}", 3), ("[1,\n2,,3]", 2), ("", 1), ("{\"a\":1} x", 1), ("\"\u{1}\"", 1),
    ])
    func faultsNameTheirLine(text: String, line: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.reason.isEmpty == false)
    }

    @Test func invalidUTF8IsRefused() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
    }

    @Test func membersKeepTheirOrder() {
        var object = JSONObject([("z", 1), ("a", 2), ("m", 3)])
        object["a"] = nil
        object["b"] = 4
        object["z"] = 5
        #expect(JSONValue.object(object).text() == #"{"z":5,"m":3,"b":4}"#)
    }
}
