import Testing
import XMLTree

@Suite struct XMLTreeTests {
    private static let refused = [
        "", "<a>", "<a></b>", "plain", "<a>&unknown;</a>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "<a/><b/>",
        "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>", String(repeating: "<a>", count: 3_000),
    ]

    @Test func aDocumentBecomesPlainValuesAndOthersAreRefused() throws {
        let root = try XMLElement(
            parsing: """
                <?xml version="1.0"?><e xmlns="urn:a" xmlns:b="urn:b" b:k="1 &lt; 2"><!-- no --><b:c>x<![CDATA[<y>]]></b:c> z</e>
                """)
        #expect(root.name == "e" && root.namespace == "urn:a")
        #expect(root.attributes == [XMLAttribute("k", "1 < 2", prefix: "b", namespace: "urn:b")])
        #expect(root["c"] == XMLElement("c", namespace: "urn:b", children: [.text("x"), .text("<y>")]))
        #expect(root.text == "x<y> z")
        for text in Self.refused {
            #expect(throws: XMLError.self, "\(text.prefix(80))") { try XMLElement(parsing: text) }
        }
    }

    @Test func anyTextSurvivesWritingAndReading() throws {
        let text = "a<b>&\"'\n\t\r é 👩‍👩‍👧 ]]>"
        let element = XMLElement("r", attributes: [XMLAttribute("v", text)], children: [.text(text)])
        #expect(try XMLElement(parsing: element.xml) == element)
        #expect(XMLElement("r", text: "\u{0}\u{8}").xml == "<r>\u{fffd}\u{fffd}</r>")
    }
}
