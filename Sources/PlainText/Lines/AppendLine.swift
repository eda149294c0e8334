/// Appends `source` as one clean line of UTF-8 to `output`, in time linear in `source`.
///
/// Blanks of every kind are folded to single ones and none stands first or last; controls and invisible leftovers
/// are gone; bidirectional embeddings and isolates are closed within the line; ill-formed UTF-8 becomes U+FFFD. In
/// the form `.html` tags, comments, CDATA markers, scripts and styles are gone as well (a tag that begins a new line
/// on the page separates words, `<b>` and its like don't), and character references are read as browsers do.
///
/// - Parameter limit: The most bytes to append. Longer text ends between two Unicode scalars, unmarked.
public func appendLine(of source: UnsafeRawBufferPointer, form: TextForm, to output: inout [UInt8], limit: Int) {
    var writer = LineWriter(taking: &output, limit: limit)
    switch form {
    case .plain: appendPlainText(source, to: &writer)
    case .html:
        var reader = MarkupReader(source)
        reader.appendText(to: &writer)
    }
    writer.finish(into: &output)
}

/// `text` as one clean line of at most `limit` bytes of UTF-8: see ``appendLine(of:form:to:limit:)``.
public func line(of text: String, form: TextForm, limit: Int = .max) -> String {
    var text = text
    var output: [UInt8] = []
    text.withUTF8 { appendLine(of: UnsafeRawBufferPointer($0), form: form, to: &output, limit: limit) }
    return String(decoding: output, as: UTF8.self)
}

private func appendPlainText(_ source: UnsafeRawBufferPointer, to writer: inout LineWriter) {
    let runs = RunScanner(form: .plain)
    var index = 0
    while index < source.count, !writer.isFull {
        let end = runs.endOfRun(in: source, from: index, to: source.count)
        writer.append(run: UnsafeRawBufferPointer(rebasing: source[index..<end]))
        index = end
        if index < source.count { index = appendScalar(of: source, at: index, to: &writer) }
    }
}

/// Appends what stands at `index`, which ends a run; returns the place behind it.
func appendScalar(of source: UnsafeRawBufferPointer, at index: Int, to writer: inout LineWriter) -> Int {
    let byte = source[index]
    if isASCIIBlank(byte) {
        writer.appendBlank()
        var end = index + 1
        while end < source.count, isASCIIBlank(source[end]) { end += 1 }
        return end
    }
    let (scalar, width) = decodeScalar(source, at: index)
    writer.append(scalar ?? "\u{FFFD}")
    return index + width
}
