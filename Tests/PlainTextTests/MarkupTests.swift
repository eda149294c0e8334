import PlainText
import Testing

@Suite struct MarkupTests {
    static let markup: [(source: String, expected: String)] = [
        // Markup
        ("<p>Port <b>re</b>opens</p>", "Port reopens"),
        ("<p>One</p><p>Two</p>", "One Two"),
        ("One<br>Two<BR/>Three", "One Two Three"),
        ("<td>One</td><td>Two</td>", "One Two"),
        ("In<span class='x'>ter</span>national", "International"),
        ("a<!-- b > c -->d", "ad"),
        ("a<!-->b", "ab"),
        ("a<!-- never closed <p>b", "a"),
        ("a<![CDATA[ b < c ]]>d", "a b < c d"),
        ("a<![CDATA[ never closed", "a never closed"),
        ("a<?xml version='1.0'?>b", "ab"),
        ("<!DOCTYPE html>a", "a"),
        ("a<script>if (x < 2) { '</p>' }</script>b", "a b"),
        ("a<STYLE>p { color: red }</STYLE >b", "a b"),
        ("a<script src='x.js'/>b", "a b"),
        ("a<script>never closed", "a"),
        ("<a title=\"x > y\" href='z'>Go</a>", "Go"),
        ("<img alt='a picture' src=x>Text", "Text"),
        ("a</>b", "ab"),
        // A `<` that begins no tag
        ("Inflation < 2 %", "Inflation < 2 %"),
        ("a<3 and <3", "a<3 and <3"),
        ("if a <b then all is well", "if a <b then all is well"),
        ("1 << 2 <", "1 << 2 <"),
        ("I </3 it", "I </3 it"),
        // Cut off by length
        ("The port <a href=\"http://news.exam", "The port"),
        ("The port </p", "The port"),
        ("Port <p Two</p>", "Port <p Two"),
        ("<a href=\"x>Port</a> opens", "Port opens"),
        // Escaped markup is text
        ("The &lt;blink&gt; tag", "The <blink> tag"),
    ]

    static let references: [(source: String, expected: String)] = [
        ("AT&amp;T", "AT&T"),
        ("AT&T &", "AT&T &"),
        ("&amp;lt; once", "&lt; once"),
        ("&Eacute;lys&eacute;e &#8211; &#x2014;", "Élysée – —"),
        ("&copy 2024 &notit; &notin;", "© 2024 ¬it; ∉"),
        ("Don&#146;t &#150; &#128;5", "Don’t – €5"),
        ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("&#x;&#;&;&#xG;", "&#x;&#;&;&#xG;"),
        ("&unknown; &CounterClockwiseContourIntegral;", "&unknown; ∳"),
        ("a&nbsp;&nbsp;b&ensp;c", "a b c"),
        ("a&#7;b&#27;[31m&shy;c", "ab[31m\u{AD}c"),
        ("&NotEqualTilde;|&fjlig;", "≂̸|fj"),
    ]

    @Test func markupIsGoneTextStaysAndReferencesAreReadOnce() {
        for (source, expected) in MarkupTests.markup + MarkupTests.references {
            #expect(line(of: source, form: .html) == expected, "\(source)")
        }
    }

    @Test func everyRowOfTheEntityTableIsFound() {
        func entity(_ name: String) -> String? {
            var name = name
            return name.withUTF8 { htmlEntity(named: UnsafeRawBufferPointer($0)) }
        }
        // The first, the last, neighbours that begin alike, and names that are none.
        let known = [
            "AElig": "Æ", "zwnj": "\u{200C}", "not": "¬", "notin": "∉", "notinE": "⋹\u{338}", "amp": "&", "AMP": "&",
            "lt": "<", "Lt": "≪", "LT": "<", "eacute": "é", "Eacute": "É", "apos": "'", "hellip": "…", "fjlig": "fj",
        ]
        for (name, text) in known { #expect(entity(name) == text, "\(name)") }
        for name in ["", "a", "AEli", "AEligs", "zzz", "amp;", "AElig C6", "amp 26", String(repeating: "a", count: 99)]
        {
            #expect(entity(name) == nil, "\(name)")
        }
    }

    @Test func timeIsLinearWhateverIsLeftOpen() {
        let units = [
            "<", "&", "<a ", "<a b=\"", "<x a=\"b\" c=\"", "<x a='", "<!--", "<!-- >", "<![CDATA[", "<![CDATA[]", "<?",
            "<!d",
            "<script>", "<script/>", "</script", "</", "&#", "&#x1", "&a", "]]>", "<a<", "\u{202B}", "\u{2067}",
            "\u{301}",
        ]
        for unit in units {
            // A moment if each byte is looked at a few times, many minutes if each is looked at for every other.
            let source = String(repeating: unit, count: 20_000)
            let text = line(of: source + "\">'", form: .html, limit: 1 << 24)
            #expect(text.utf8.count <= 3 * source.utf8.count, "\(unit)")
        }
    }
}
