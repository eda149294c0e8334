internal import Categories

/// The table of a fitted model; ``TextModel`` describes its form.
func packTextModel(
    _ fitted: FittedModel, _ corpus: Corpus, slots: Int, _ numbers: TableNumbers, digest: UInt64
) -> Packed {
    var table = TableWriter(magic: TextModel.magic, recordSize: TextModel.recordSize, digest: digest)
    for parameter in numbers.numbers { table.append(parameter.bitPattern) }
    table.append(fitted)
    var buckets = [[(mark: UInt16, codes: UInt32)]](repeating: [], count: slots / TextModel.bucketRoom)
    for (number, feature) in fitted.features.enumerated() {
        let hash = corpus.hashes[feature]
        let codes = fitted.coding.codes.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1[number]) }
        buckets[TextModel.bucket(of: hash, among: UInt64(buckets.count))].append((TextModel.mark(of: hash), codes))
    }
    for bucket in buckets {
        table.append(TextModel.bits(of: bucket.map(\.mark)))
        for place in 0..<TextModel.bucketRoom { table.append(place < bucket.count ? bucket[place].codes : 0) }
    }
    return table.packed
}

extension TableWriter {
    /// The bytes of ``Codebooks`` and ``TextNetworks``, and what fills the last record.
    fileprivate mutating func append(_ fitted: FittedModel) {
        let scale = fitted.scale
        for codeword in fitted.coding.books.joined() {
            for number in 0..<Units.count { append(Int8((codeword[number] / scale).rounded())) }
        }
        for network in fitted.networks {
            for eight in 0..<Units.count / 8 {
                for number in 0..<Units.count {
                    for place in 0..<8 { append(network.inputs[number][8 * eight + place].bitPattern) }
                }
            }
        }
        for network in fitted.networks {
            for unit in 0..<Units.count { append(network.biases[unit].bitPattern) }
        }
        for network in fitted.networks {
            for unit in 0..<Units.count {
                for outcome in 0..<8 {
                    // The mean of the networks: each gives its part.
                    let output = outcome < 7 ? network.outputs.units[outcome][unit] / Float(fitted.networks.count) : 0
                    append(output.bitPattern)
                }
            }
        }
        for _ in 0..<TextModel.padding { append(UInt8(0)) }
    }
}

extension FittedModel {
    /// What one of 127 levels is worth in the table.
    var scale: Float {
        let most = coding.books.joined().reduce(0 as Float) { max($0, $1.largest) }
        return most > 0 ? most / 127 : 1
    }

    /// What an outcome has when no unit gives anything.
    var bias: SIMD8<Float> { networks.reduce(.zero) { $0 + $1.outputs.bias } / Float(networks.count) }
}
