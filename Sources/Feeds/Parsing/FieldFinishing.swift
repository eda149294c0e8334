internal import News
internal import PlainText

extension FeedCollector {
    /// Closes the element that is being gathered.
    mutating func finishField() {
        let done = current
        current = Collecting()
        if done.field == .ignored { return }
        let bytes = raw[done.start..<raw.count]
        let text = bytes.trimmed
        var piece = Piece(start: done.start, end: done.start)
        if let start = text.baseAddress, let base = bytes.baseAddress, !text.isEmpty {
            piece = Piece(start: done.start + (start - base), end: done.start + (start - base) + text.count)
        }
        if done.shape == .base64 { piece = keepDecodedBase64(piece) }
        if done.isOfItem {
            finishItemField(done, piece)
        } else {
            finishFeedField(done, piece)
        }
    }

    private mutating func finishItemField(_ done: Collecting, _ piece: Piece) {
        switch done.field {
        case .title: offerTitle(done, piece)
        case .link: offerLink(piece, rank: done.rank)
        case .id:
            draft.id.offer(piece, rank: done.rank)
            if done.isPermalink && isWebAddress(raw[piece.range]) { draft.link.offer(piece, rank: 4) }
        case .published: draft.published.offer(FeedDate.instant(in: raw[piece.range]), rank: done.rank)
        case .updated: draft.updated.offer(FeedDate.instant(in: raw[piece.range]), rank: done.rank)
        case .category: finishCategory(done, piece)
        case .keywords: finishKeywords(piece)
        case .summary:
            if !piece.isEmpty, done.rank > draft.summary.rank { draft.summaryForm = done.finalShape }
            draft.summary.offer(piece, rank: done.rank)
        case .language: draft.language.offer(piece, rank: done.rank)
        default: break
        }
    }

    private mutating func finishFeedField(_ done: Collecting, _ piece: Piece) {
        let bytes = raw[piece.range]
        switch done.field {
        case .title: feed.offerTitle(cleanLine(bytes, done.finalShape), rank: done.rank)
        case .link: offerLink(bytes, rank: done.rank, isOfItem: false)
        case .language: feed.offerLanguage(bytes, rank: done.rank)
        case .ttl: feed.timeToLive = Int64(bytes.text)
        case .updatePeriod: feed.updatePeriod = bytes.text.lowercased()
        case .updateFrequency: feed.updateFrequency = Int64(bytes.text)
        default: break
        }
    }

    private mutating func offerTitle(_ done: Collecting, _ piece: Piece) {
        guard !piece.isEmpty, done.rank > draft.title.rank else { return }
        draft.titleForm = done.finalShape
        draft.title.offer(piece, rank: done.rank)
    }

    /// Keywords stand in one element with commas between (Media RSS, iTunes).
    private mutating func finishKeywords(_ piece: Piece) {
        var start = piece.start
        for place in piece.start...piece.end where place == piece.end || raw.base[place] == 0x2c {
            finishCategory(Collecting(), Piece(start: start, end: place))
            start = place + 1
        }
    }

    private mutating func finishCategory(_ done: Collecting, _ piece: Piece) {
        guard draft.categories.count < limits.categoriesPerItem else { return }
        var category = done.category ?? ItemDraft.Category(term: Piece())
        if category.term.isEmpty { category.term = keepCategory(raw[piece.range]) }
        if category.term.isEmpty { category.term = category.label }
        guard !category.term.isEmpty else { return }
        draft.categories.append(category)
    }

    /// Categories are kept whole: what stands in tags is for the mapper to look into. Character references written
    /// twice are read, since they are never meant.
    private mutating func keepCategory(_ bytes: UnsafeRawBufferPointer) -> Piece {
        line.removeAll(keepingCapacity: true)
        let form: TextForm = bytes.contains(0x3c) ? .plain : .html
        appendLine(of: bytes, form: form, to: &line, limit: limits.titleSize)
        return line.withUnsafeBytes { keep($0) }
    }

    /// A short text as one clean line.
    mutating func keepLine(_ bytes: UnsafeRawBufferPointer) -> Piece {
        line.removeAll(keepingCapacity: true)
        appendLine(of: bytes, form: .html, to: &line, limit: limits.titleSize)
        return line.withUnsafeBytes { keep($0) }
    }

    private mutating func cleanLine(_ bytes: UnsafeRawBufferPointer, _ shape: TextShape) -> String {
        line.removeAll(keepingCapacity: true)
        appendLine(of: bytes, form: shape == .plain ? .plain : .html, to: &line, limit: limits.titleSize)
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func keepDecodedBase64(_ piece: Piece) -> Piece {
        // Publishers name types of all kinds for what is plain text.
        guard let decoded = decodedBase64(raw[piece.range]) else { return piece }
        return decoded.withUnsafeBytes { keep($0.trimmed) }
    }
}

extension FeedCollector.Collecting {
    /// With real child elements any text is markup.
    var finalShape: TextShape { hasChildren ? .html : shape }
}
