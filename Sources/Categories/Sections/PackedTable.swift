internal import CTables

/// A table of fixed-width records behind a short header, read where it lies: nothing is parsed or copied at start-up.
///
/// All numbers are little-endian. The header has 32 bytes: magic (8), version (4), number of records (4), bytes in a
/// record (4), zero (4), digest of the text the table was made from (8). Records are sorted by the number they begin
/// with. `category-trainer` writes this form.
package struct PackedTable {
    /// Bytes before the first record.
    package static let headerSize = 32
    /// Raised whenever the meaning of a record changes.
    package static let version: UInt32 = 1

    /// Number of records.
    package let count: Int
    /// Digest of the source (see ``stableHash(_:)``), to tell which text a table was made from.
    package let sourceDigest: UInt64
    private let records: UnsafeRawBufferPointer
    private let recordSize: Int

    /// The table in `bytes`, which must outlive it; nil when they are not one of this kind, version and record size.
    package init?(_ bytes: UnsafeRawBufferPointer, magic: UInt64, recordSize: Int) {
        guard bytes.count >= PackedTable.headerSize,
            PackedTable.number(in: bytes, at: 0, as: UInt64.self) == magic,
            PackedTable.number(in: bytes, at: 8, as: UInt32.self) == PackedTable.version,
            PackedTable.number(in: bytes, at: 16, as: UInt32.self) == UInt32(recordSize)
        else { return nil }
        count = Int(PackedTable.number(in: bytes, at: 12, as: UInt32.self))
        guard bytes.count == PackedTable.headerSize + count * recordSize else { return nil }
        sourceDigest = PackedTable.number(in: bytes, at: 24, as: UInt64.self)
        records = UnsafeRawBufferPointer(rebasing: bytes[PackedTable.headerSize...])
        self.recordSize = recordSize
    }

    /// The number at `offset` of record `index`.
    package func number<Number: FixedWidthInteger>(_ index: Int, at offset: Int, as type: Number.Type) -> Number {
        PackedTable.number(in: records, at: index * recordSize + offset, as: type)
    }

    /// Where the records begin.
    var start: UnsafeRawPointer? { records.baseAddress }

    /// Asks memory for a record that will be read soon.
    func prefetch(_ index: Int) {
        guard let start = records.baseAddress else { return }
        packed_table_prefetch(start + index * recordSize)
    }

    /// Index of the first record that begins with `key` or more; ``count`` when all begin with less.
    package func firstIndex<Number: FixedWidthInteger>(from key: Number) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if number(middle, at: 0, as: Number.self) < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private static func number<Number: FixedWidthInteger>(
        in bytes: UnsafeRawBufferPointer, at offset: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
}

/// FNV-1a with 64 bits and the finaliser of MurmurHash3: the same on every machine and in every run.
package struct StableHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// A hash of nothing yet.
    package init() {}

    /// Takes in one more byte.
    package mutating func combine(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// The hash of the bytes taken in.
    package var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return mixed ^ (mixed >> 33)
    }
}

/// ``StableHash`` of a run of bytes.
package func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = StableHash()
    for byte in bytes { hash.combine(byte) }
    return hash.value
}
