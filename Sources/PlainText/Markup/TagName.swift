/// Up to eight ASCII bytes as one number, to compare names at once. The compiler folds it.
@inline(__always)
func packed(_ name: StaticString) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<min(8, name.utf8CodeUnitCount) {
        value |= UInt64(name.utf8Start[index]) << UInt64(8 * index)
    }
    return value
}

/// Up to four ASCII bytes as one number.
@inline(__always)
func packed(_ name: StaticString) -> UInt32 {
    UInt32(truncatingIfNeeded: packed(name) as UInt64)
}

/// The name of an HTML element: its first eight bytes in lower case, enough to tell apart the names asked for.
struct TagName {
    private let bytes: UInt64

    /// Reads the name at `start`; `end` is the place behind it.
    init(in source: UnsafeRawBufferPointer, at start: Int, end: inout Int) {
        var value: UInt64 = 0
        var index = start
        while index < source.count {
            let byte = source[index]
            if isASCIIBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
            {
                break
            }
            if index - start < 8 {
                value |= UInt64(isASCIILetter(byte) ? byte | 0x20 : byte) << UInt64(8 * (index - start))
            }
            index += 1
        }
        bytes = value
        end = index
    }

    /// The bytes that end the element's content when that is no text: `script` and `style`.
    var endOfRawContent: StaticString? {
        switch bytes {
        case packed("script"): "</script"
        case packed("style"): "</style"
        default: nil
        }
    }

    /// Whether the element begins on a line of its own or shows as something of its own, so that words before and
    /// after it are not one word (HTML, "Rendering": display block, list-item, table…; images and fields).
    var separatesWords: Bool {
        switch bytes {
        case packed("p"), packed("br"), packed("div"), packed("li"), packed("ul"), packed("ol"), packed("img"):
            true
        case packed("h1"), packed("h2"), packed("h3"), packed("h4"), packed("h5"), packed("h6"), packed("hr"):
            true
        case packed("tr"), packed("td"), packed("th"), packed("table"), packed("tbody"), packed("thead"),
            packed("tfoot"), packed("caption"):
            true
        case packed("dl"), packed("dt"), packed("dd"), packed("pre"), packed("blockquo"), packed("center"),
            packed("figure"), packed("figcapti"), packed("address"), packed("hgroup"), packed("dir"), packed("menu"):
            true
        case packed("article"), packed("aside"), packed("section"), packed("header"), packed("footer"), packed("main"),
            packed("nav"), packed("search"), packed("details"), packed("summary"), packed("dialog"):
            true
        case packed("html"), packed("head"), packed("body"), packed("title"), packed("script"), packed("style"),
            packed("iframe"), packed("noscript"), packed("object"), packed("embed"), packed("video"), packed("audio"),
            packed("picture"), packed("canvas"):
            true
        case packed("form"), packed("fieldset"), packed("legend"), packed("input"), packed("textarea"),
            packed("select"), packed("option"), packed("optgroup"), packed("button"):
            true
        default: false
        }
    }

    /// Whether it is one of the common elements within a line of text.
    var isCommonInline: Bool {
        switch bytes {
        case packed("a"), packed("b"), packed("i"), packed("u"), packed("em"), packed("strong"), packed("span"),
            packed("font"), packed("small"), packed("sub"), packed("sup"):
            true
        default: false
        }
    }
}
