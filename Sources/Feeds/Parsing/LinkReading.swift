internal import News

extension FeedCollector {
    /// Alternate links are the page (RFC 4287, 4.2.7.2); the others lead elsewhere. 0 refuses.
    func linkRank(_ attributes: Attributes, _ address: UnsafeRawBufferPointer) -> UInt8 {
        // Pages that no browser shows stand behind those of the web.
        let isOfWeb = !Address.hasScheme(address) || isWebAddress(address)
        let own: UInt8 = (facts.format == .atom ? 9 : 6) - (isOfWeb ? 0 : 1)
        guard let relation = attributes.value(named: "rel")?.trimmed, !relation.isEmpty else { return own }
        let isAlternate =
            relation.equalsIgnoringCase("alternate")
            || relation.equalsIgnoringCase("http://www.iana.org/assignments/relation/alternate")
        return isAlternate ? own : 0
    }

    func isWebAddress(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.hasIgnoringCase("http://", at: 0) || bytes.hasIgnoringCase("https://", at: 0)
    }

    /// Takes an address from an attribute, made absolute.
    mutating func offerLink(_ bytes: UnsafeRawBufferPointer, rank: UInt8, isOfItem: Bool) {
        // An empty reference means its base (RFC 3986, 4.4); without one that was set it means nothing.
        guard rank > 0, isPossibleAddress(bytes) || (bytes.isEmpty && scopes.hasBase) else { return }
        if !isOfItem {
            feed.offerLink(absolute(bytes), rank: rank)
        } else if rank > draft.link.rank {
            draft.link.offer(isAbsolute(bytes) ? keep(bytes) : keep(absolute(bytes)), rank: rank)
        }
    }

    /// Takes an address that already stands in the buffer.
    mutating func offerLink(_ piece: Piece, rank: UInt8) {
        let bytes = raw[piece.range]
        guard rank > draft.link.rank, isPossibleAddress(bytes) else { return }
        draft.link.offer(isAbsolute(bytes) ? piece : keep(absolute(bytes)), rank: rank)
    }

    private func isPossibleAddress(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && bytes.count <= 16_384
    }

    private func isAbsolute(_ bytes: UnsafeRawBufferPointer) -> Bool {
        Address.hasScheme(bytes) && !bytes.contains { $0 < 0x20 }
    }

    /// Line ends inside an address are the publisher's line breaks, not part of it.
    private func absolute(_ bytes: UnsafeRawBufferPointer) -> String {
        let reference = String(decoding: bytes.filter { $0 >= 0x20 }, as: UTF8.self)
        return Address.resolve(reference, against: scopes.base)
    }

    private mutating func keep(_ text: String) -> Piece {
        var text = text
        return text.withUTF8 { keep(UnsafeRawBufferPointer($0)) }
    }
}
