import Testing

@testable import Feeds

@Suite struct AddressTests {
    /// RFC 3986, 5.4, seen from http://a/b/c/d;p?q
    static let references: [(reference: String, expected: String)] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ]

    /// Without a usable base a reference stays.
    static let otherBases: [(reference: String, base: String?, expected: String)] = [
        ("g", nil, "g"), ("g", "b/c", "g"), ("g", "https://a.example", "https://a.example/g"),
    ]

    @Test func referencesAreResolvedAgainstTheirBase() {
        let base = "http://a/b/c/d;p?q"
        let cases = AddressTests.references.map { (reference: $0, base: base as String?, expected: $1) }
        for (reference, base, expected) in cases + AddressTests.otherBases {
            #expect(Address.resolve(reference, against: base) == expected, "\(reference) from \(base ?? "nowhere")")
        }
    }
}
