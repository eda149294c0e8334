/// Puts what arrives in any order back into the order asked for, and hands it on as early as that allows.
struct OrderedTexts {
    private var waiting: [Int: String] = [:]
    private(set) var next = 0

    /// Takes the text at a place; gives the texts whose turn has come.
    mutating func take(_ text: String, at position: Int) -> [String] {
        waiting[position] = text
        var ready: [String] = []
        while let text = waiting.removeValue(forKey: next) {
            ready.append(text)
            next += 1
        }
        return ready
    }
}
