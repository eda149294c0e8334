internal import Categories

/// The table of a fitted model; ``TextModel`` describes its form.
func packTextModel(
    _ fitted: FittedModel, _ corpus: Corpus, slots: Int, _ numbers: TableNumbers, digest: UInt64
) -> Packed {
    var table = TableWriter(magic: TextModel.magic, recordSize: TextModel.recordSize, digest: digest)
    for parameter in numbers.numbers { table.append(parameter.bitPattern) }
    table.append(fitted.networks)
    var buckets = [Bucket](repeating: Bucket(), count: slots / TextModel.bucketRoom)
    for (number, feature) in fitted.features.enumerated() {
        let hash = corpus.hashes[feature]
        let bucket = TextModel.bucket(of: hash, among: UInt64(buckets.count))
        buckets[bucket].marks.append(TextModel.mark(of: hash))
        buckets[bucket].vectors.append(fitted.networks.reversed().reduce(0) { $0 << 8 | UInt32($1.numbers[number]) })
    }
    for bucket in buckets { table.append(bucket) }
    return table.packed
}

/// The features that share a bucket.
private struct Bucket {
    var marks: [UInt8] = []
    var vectors: [UInt32] = []
}

extension TableWriter {
    /// The bytes of ``TextNetworks``, and what fills the last record.
    fileprivate mutating func append(_ networks: [FittedModel.Shared]) {
        for network in networks {
            let scale = network.scale
            for number in 0..<TextNetworks.vectorsPerNetwork {
                for half in network.halves {
                    for unit in 0..<Units.count { append(Int8((half.vectors[number][unit] / scale).rounded())) }
                }
            }
        }
        let halves = networks.flatMap(\.halves)
        for half in halves {
            for unit in 0..<Units.count { append(half.biases[unit].bitPattern) }
        }
        for half in halves {
            for unit in 0..<Units.count {
                for outcome in 0..<8 {
                    // The mean of the networks: each gives its part.
                    let output = outcome < 7 ? half.outputs[outcome][unit] / Float(halves.count) : 0
                    append(output.bitPattern)
                }
            }
        }
        for _ in 0..<TextModel.padding { append(UInt8(0)) }
    }

    fileprivate mutating func append(_ bucket: Bucket) {
        for place in 0..<TextModel.bucketRoom { append(place < bucket.marks.count ? bucket.marks[place] : 0) }
        for place in 0..<TextModel.bucketRoom { append(place < bucket.vectors.count ? bucket.vectors[place] : 0) }
    }
}

extension FittedModel.Shared {
    /// What one of 127 levels is worth in the table.
    var scale: Float {
        let most = halves.reduce(0 as Float) { $1.vectors.reduce($0) { max($0, $1.largest) } }
        return most > 0 ? most / 127 : 1
    }
}

extension FittedModel {
    /// What an outcome has when no unit gives anything.
    var bias: SIMD8<Float> {
        let halves = networks.flatMap(\.halves)
        return halves.reduce(.zero) { $0 + $1.bias } / Float(halves.count)
    }
}
