/// Reads HTML as text, byte by byte: no tree, no memory of its own.
///
/// It is a reader of teasers, not a browser: what stands in `<script>` and `<style>` is skipped, everything else
/// that is no markup is text. A `<` that begins no tag is text, as in `2 < 3`.
struct MarkupReader {
    private let source: UnsafeRawBufferPointer
    private let runs = RunScanner(form: .html)
    private var tags: TagScanner
    private var index = 0
    /// Where the `]]>` of the CDATA section lies that the reader is in.
    private var sectionEnd: Int?

    init(_ source: UnsafeRawBufferPointer) {
        self.source = source
        tags = TagScanner(source)
    }

    mutating func appendText(to writer: inout LineWriter) {
        while index < source.count, !writer.isFull {
            let end = runs.endOfRun(in: source, from: index, to: endOfText)
            if end > index {
                writer.append(run: UnsafeRawBufferPointer(rebasing: source[index..<end]))
                index = end
            }
            guard index < source.count else { return }
            if index == sectionEnd {
                sectionEnd = nil
                index += 3
                continue
            }
            switch source[index] {
            case UInt8(ascii: "<"): readMarkup(to: &writer)
            case UInt8(ascii: "&"): readReference(to: &writer)
            default: index = appendScalar(of: source, at: index, to: &writer)
            }
        }
    }

    private var endOfText: Int {
        guard let sectionEnd, sectionEnd >= index else { return source.count }
        return sectionEnd
    }

    private mutating func readReference(to writer: inout LineWriter) {
        let reference = CharacterReference.read(in: source, at: index)
        if let reference {
            writer.append(reference.first)
            if let second = reference.second { writer.append(second) }
            index += reference.width
        } else {
            writer.append("&")
            index += 1
        }
    }

    private mutating func readMarkup(to writer: inout LineWriter) {
        switch tags.markup(at: index) {
        case .text:
            writer.append("<")
            index += 1
        case .inline(let end):
            index = end
        case .block(let end):
            writer.appendBlank()
            index = end
        case .section(let start, let end):
            sectionEnd = end
            index = start
        }
    }
}
