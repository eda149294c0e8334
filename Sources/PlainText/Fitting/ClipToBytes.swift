/// `text` in at most `limit` bytes of UTF-8, `ellipsis` included where something was cut off.
///
/// The cut never lies within a grapheme cluster, blanks before it are dropped, and directional embeddings and
/// isolates that the cut leaves open are closed behind the ellipsis. Where not even one cluster fits, the ellipsis
/// stands alone; where it does not fit either, it is left out.
public func clipped(_ text: String, toUTF8Bytes limit: Int, ellipsis: String = "…") -> String {
    clip(text, to: limit, ellipsis: ellipsis, sizeOfEnd: 3) { $0.utf8.count }
}

/// The longest beginning of `text` that fits `limit` together with the ellipsis, sizes being what `size` says.
///
/// - Parameter sizeOfEnd: The size of a character that closes an embedding or isolate.
func clip(_ text: String, to limit: Int, ellipsis: String, sizeOfEnd: Int, size: (Substring) -> Int) -> String {
    guard size(text[...]) > limit else { return text }
    let ellipsisSize = size(ellipsis[...])
    let ending = ellipsisSize <= limit ? ellipsis : ""
    let room = limit - (ending.isEmpty ? 0 : ellipsisSize)
    var used = 0
    var open = OpenDirections()
    var best = (end: text.startIndex, closers: "")
    var index = text.startIndex
    while index < text.endIndex, used <= room {
        let next = text.index(after: index)
        let cluster = text[index..<next]
        used += size(cluster)
        guard used <= room else { break }
        let isOpener = open.read(cluster.unicodeScalars)
        let isBlank = cluster.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        if !isOpener, !isBlank, used + open.ends.count * sizeOfEnd <= room {
            best = (next, open.closers)
        }
        index = next
    }
    return text[..<best.end] + ending + best.closers
}

/// Which embeddings and isolates are open at a place in a text.
struct OpenDirections {
    /// What closes them, outermost first.
    private(set) var ends: [Unicode.Scalar] = []

    /// What closes all of them.
    var closers: String {
        var text = ""
        for end in ends.reversed() { text.unicodeScalars.append(end) }
        return text
    }

    /// Takes note of some characters; tells whether the last one was an opener.
    mutating func read(_ scalars: Substring.UnicodeScalarView) -> Bool {
        var isOpener = false
        for scalar in scalars {
            isOpener = false
            switch ScalarTreatment(scalar) {
            case .opensEmbedding, .opensOverride:
                ends.append(DirectionStack.embeddingEnd)
                isOpener = true
            case .opensIsolate:
                ends.append(DirectionStack.isolateEnd)
                isOpener = true
            case .closesEmbedding: if ends.last == DirectionStack.embeddingEnd { ends.removeLast() }
            case .closesIsolate:
                guard let isolate = ends.lastIndex(of: DirectionStack.isolateEnd) else { break }
                ends.removeSubrange(isolate...)
            default: break
            }
        }
        return isOpener
    }
}
