import TestSupport
import Testing

/// The program that makes the text model's table, on a handful of invented texts.
@Suite struct TrainerTests {
    private static let header = "label\tlang\ttitle\tdescription\tsource\treading\n"

    /// Texts of two kinds, with readings that tell them apart.
    private static func texts(reading: (Int) -> String) -> String {
        let words = ["goal match cup", "bank shares market"]
        return header
            + (0..<12).map { number in
                let kind = number % 2
                let source = "invented/paper-\(number % 3)"
                return
                    "\(["Sports", "Business"][kind])\ten\t\(words[kind]) day \(number / 4)\t\t\(source)\t\(reading(kind))\n"
            }.joined()
    }

    private func train(
        _ folder: TemporaryFolder, _ file: String, to table: String, heldOut: String? = nil, _ more: String = ""
    ) async throws -> Program.Outcome {
        try await Program("category-trainer", workingFolder: folder.path).run(
            words("train \(file) --to \(table) --held-out \(heldOut ?? file) --folds 1")
                + words("--slots 1000 --networks 4 --passes 1 --passes-of-teaching 1") + words(more))
    }

    /// A reading far from that of the other kind.
    private static func far(_ kind: Int) -> String {
        [String](repeating: kind == 0 ? "90" : "-90", count: 128).joined(separator: " ")
    }

    @Test func theSameTextsGiveTheSameBytesAndReadingsCount() async throws {
        try await withTemporaryFolder { folder in
            try folder.write("plain.tsv", Self.texts { _ in "" })
            try folder.write("read.tsv", Self.texts(reading: Self.far))
            for (file, table) in [("plain.tsv", "a"), ("read.tsv", "b"), ("read.tsv", "c")] {
                let run = try await train(folder, file, to: table)
                #expect(run.code == 0 && run.outputText.contains("12 texts, accuracy 100.0 %"), "\(run)")
            }
            let tables = ["a", "b", "c"].map { folder.read($0) }
            #expect(tables[1] != nil && tables[1] == tables[2])
            // Without the header, which tells the files apart.
            #expect(tables[0]?.dropFirst(32) != tables[1]?.dropFirst(32))
        }
    }

    /// Where a publisher files sport under business, texts that read the same tell what they are about.
    @Test(arguments: [("0", "0.0 %"), ("1", "100.0 %")])
    func opinionsByReadingsAreHeardAgainstLabels(share: String, accuracy: String) async throws {
        try await withTemporaryFolder { folder in
            let odd = "Business\ten\tderby night\t\tinvented/odd\t\(Self.far(0))\n"
            try folder.write("texts.tsv", Self.texts(reading: Self.far) + String(repeating: odd, count: 3))
            try folder.write("held.tsv", "label\ttitle\nSports\tderby night\n")
            let run = try await train(
                folder, "texts.tsv", to: "table", heldOut: "held.tsv",
                "--opinion-share \(share) --passes 20 --passes-of-teaching 40 --passes-of-opinions 20")
            #expect(run.code == 0 && run.outputText.contains("1 texts, accuracy \(accuracy)"), "\(run)")
        }
    }

    @Test(arguments: [
        ("1 2 3", "the reading is not 128 numbers"), ("1 two", "the reading is not 128 numbers"),
        ([String](repeating: "1", count: 127).joined(separator: " ") + " nan", "the reading is not 128 numbers"),
    ])
    func aBadReadingIsToldWithItsLine(reading: String, message: String) async throws {
        try await withTemporaryFolder { folder in
            try folder.write("bad.tsv", Self.texts { $0 == 1 ? reading : "" })
            let run = try await train(folder, "bad.tsv", to: "table")
            #expect(
                run.code == 65 && run.errorText.contains("bad.tsv") && run.errorText.contains("3"), "\(run.errorText)")
            #expect(run.errorText.contains(message) && folder.read("table") == nil, "\(run.errorText)")
        }
    }
}
