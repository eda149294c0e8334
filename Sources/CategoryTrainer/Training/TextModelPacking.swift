internal import Categories

/// The table of a fitted model; ``TextModel`` describes its form.
func packTextModel(
    _ fitted: FittedModel, _ corpus: Corpus, slots: Int, _ numbers: TableNumbers, digest: UInt64
) -> Packed {
    var marks = [UInt8](repeating: 0, count: slots)
    var weights = [UInt32](repeating: 0, count: slots)
    for (number, feature) in fitted.texts.chosen.enumerated() {
        let hash = corpus.hashes[feature]
        let slot = TextModel.slot(of: hash, among: UInt64(slots))
        marks[slot] = TextModel.mark(of: hash)
        weights[slot] = SlotWeights.packed(fitted.model.weights[number], step: fitted.step)
    }
    var table = TableWriter(magic: TextModel.magic, recordSize: TextModel.recordSize, digest: digest)
    for parameter in numbers.numbers {
        table.append(parameter.bitPattern)
        table.append(UInt8(0))
    }
    for slot in 0..<slots {
        table.append(marks[slot])
        table.append(weights[slot])
    }
    return table.packed
}
