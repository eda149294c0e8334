import HubLanguage
import JSON
import Testing

@Suite struct TemplateTests {
    static let values: [(expression: String, properties: [String: String], value: String)] = [
        ("$(Headline)", ["headline": "Ferry found"], "Ferry found"),
        ("$(missing)", ["headline": "x"], ""),
        ("$( headline ,\t5 )", ["headline": "Lighthouse"], "Light"),
        ("$(headline, 10)", ["headline": "Lighthouse"], "Lighthouse"),
        ("$(headline, 0)", ["headline": "x"], ""),
        ("$(headline, 2)", ["headline": "a🗞️"], "a"),
        (".(headline, 8)", ["headline": "Lighthouse"], "Light..."),
        (".(headline, 10)", ["headline": "Lighthouse"], "Lighthouse"),
        (".(headline, 2)", ["headline": "Lighthouse"], ".."),
        ("%(link)", ["link": "a b/ü?~-._"], "a%20b%2F%C3%BC%3F~-._"),
        ("$(name:{Nobody, (yet)})", [:], "Nobody, (yet)"),
        ("$(name:{a \\} b}, 3)", [:], "a }"),
        ("$(name:{x})", ["NAME": "Ada"], "Ada"),
        ("%(name:{a b})", [:], "a%20b"),
        ("{'It''s ' + $(name) + \", \"\"so\"\"\"}", ["name": "late"], "It's late, \"so\""),
        ("{ $(a)+$(b) }", ["a": "1", "b": "2"], "12"),
        ("$(a) + ' ' + $(b)", ["a": "1", "b": "2"], "1 2"),
        ("{'' + $(a)}", ["a": "1"], "1"),
        ("{'+ } $(a)'}", ["a": "1"], "+ } $(a)"),
        ("Price: $(a)", ["a": "1"], "Price: $(a)"),
        ("", [:], ""),
        (" $(a)", ["a": "1"], " $(a)"),
        ("'quoted'", [:], "'quoted'"),
    ]

    static let faults: [(expression: String, position: Int, words: String)] = [
        ("$5 off", 2, "( is missing"), (".wav", 2, "( is missing"), ("#breaking", 2, "( is missing"),
        ("$(a), more", 5, "something other than +"), ("$(a) ", 6, "something other than +"),
        ("{'a' $(b)}", 6, "something other than +"), ("{$(a)", 6, "} is missing"), ("{", 2, "} is missing"),
        ("{}", 2, "is missing"), ("{$(a) + ''}", 9, "is missing"), ("{$(a) + x y z}", 9, "is missing"),
        ("$(a", 1, "parenthesis"), ("{'a}", 2, "quote"), ("$(a:{b)", 4, "default"),
        ("$(my-name)", 3, "no property name"), ("$()", 3, "no property name"), ("$(na me)", 3, "no property name"),
        ("$(\(String(repeating: "p", count: 121)))", 3, "no property name"), ("$(ñ)", 3, "no property name"),
        (".(a)", 4, "length is missing"), ("%(a, 3)", 4, "length stands"), ("#(a, 3)", 4, "length stands"),
        ("$(a, -1)", 5, "no length"), ("$(a, 1.5)", 5, "no length"), ("$(a, )", 5, "no length"),
        ("$(a, 2147483648)", 5, "no length"), ("{#(a) + 'b'}", 1, "#(…) is joined"), ("$body", 1, "$body"),
        ("$BODY()", 1, "$body"), ("$", 1, "is missing"),
    ]

    @Test func expressionsGiveValuesOrAreRefusedAtTheirPlace() {
        for (expression, properties, value) in Self.values {
            let alone = (try? TemplateExpression(expression))?.value(with: TemplateProperties(properties))
            #expect(alone == value, "\(expression) of \(properties)")
            let filled = (try? NotificationTemplate(body: body(expression)))?.filled(with: properties) ?? ""
            let text = (try? JSONValue(parsing: filled))?["text"]?.string
            #expect(text == value, "\(expression) of \(properties) in a body: \(filled)")
        }
        for (expression, position, words) in Self.faults {
            let error = #expect(throws: TemplateExpressionError.self, "\(expression)") {
                try TemplateExpression(expression)
            }
            let said = error?.description ?? ""
            #expect(error?.position == position && said.contains(words), "\(expression): \(said)")
            #expect(throws: TemplateError.self, "\(expression)") { try NotificationTemplate(body: body(expression)) }
        }
    }

    private func body(_ expression: String) -> String {
        JSONValue.object(JSONObject([("text", .string(expression))])).text()
    }

    @Test func valuesCannotBreakTheirPayloadAndNumbersStayBare() throws {
        let json = try NotificationTemplate(body: #"{"$(name)":{"aps":{"alert":"{'» ' + $(m)}"},"s":"a\"b"}}"#)
        let xml = try NotificationTemplate(
            body: "<toast launch=\"$(m)\" xml:lang='de'>\n <text id=\"1\">$(m)</text><!-- x --><b/>A &amp; B</toast>")
        #expect(json.propertyNames == ["m"])
        #expect(xml.isXML && xml.propertyNames == ["m"])
        let values = [
            "say \"hi\" \\ bye", "</text><text>", "a&b'c", "line\nbreak\tand\r", "مرحبا 👩‍👩‍👧", "$(other)", "\u{7}", "\0",
        ]
        for value in values {
            let filled = try? JSONValue(parsing: json.filled(with: ["m": value]))
            #expect(filled?["$(name)"]?["aps"]?["alert"]?.string == "» " + value, "\(value.debugDescription)")
            #expect(filled?["$(name)"]?["s"] == "a\"b", "\(value.debugDescription)")
        }
        #expect(
            xml.filled(with: ["m": "<&\"'>\n\u{7}"])
                == "<toast launch=\"&lt;&amp;&quot;&apos;&gt;&#10;\u{fffd}\" xml:lang=\"de\">\n "
                + "<text id=\"1\">&lt;&amp;&quot;&apos;&gt;&#10;\u{fffd}</text><b/>A &amp; B</toast>")

        // Bare where they match the pattern of numbers, and quoted where not.
        let template = try NotificationTemplate(body: ##"{"n":"#(count)","list":["{#(count)}",1,true,null,-2.5]}"##)
        let numbers = ["0", "40", "3.25", "1e9", "2.5E-3", "123456789012345678901234567890"]
        for number in numbers {
            #expect(
                template.filled(with: ["Count": number])
                    == "{\"n\":\(number),\"list\":[\(number),1,true,null,-2.5]}", "\(number)")
        }
        for text in ["-1", "+1", "007", "1.", ".5", "1e", "many", " 1", "1 ", "0x1", "", "٣"] {
            let quoted = JSONValue.string(text).text()
            #expect(
                template.filled(with: ["count": text]) == "{\"n\":\(quoted),\"list\":[\(quoted),1,true,null,-2.5]}",
                "\(text)")
        }
    }
}
