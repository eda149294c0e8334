internal import Glibc

let usage = """
    usage: category-trainer pack --sections FILE --codes FILE --to FOLDER

    Packs tables of facts into the binary form that bulletin embeds:
      FOLDER/section-names.table   from the section names: tab-separated, with a header line naming the columns
                                   alias, category, lang (two letters or any) and weight (1 to 3)
      FOLDER/news-codes.table      from the IPTC codes: tab-separated, with columns medtop (medtop:NNNNNNNN or
                                   empty), subjectcode (eight digits or empty) and category
    A category is World, Politics, Business, Technology, Science, Sports or None. FOLDER is Sources/CTables in this
    package. The same input always gives the same bytes.

    Exit codes: 0 done, 64 usage, 65 bad input, 74 a file cannot be read or written.

    """

/// Runs the program with these arguments; gives its exit code.
func run(_ arguments: [String]) -> Int32 {
    if arguments == ["--help"] || arguments == ["help"] {
        print(usage, terminator: "")
        return 0
    }
    do throws(TrainerError) {
        switch arguments.first {
        case "pack": try pack(PackOptions(arguments))
        case "train": try trainAndWrite(TrainOptions(arguments))
        default: throw TrainerError.usage("the first argument is a command: pack or train")
        }
        return 0
    } catch {
        complain(error.message)
        return error.exitCode
    }
}

/// The arguments of `pack`.
struct PackOptions {
    var sections = ""
    var codes = ""
    var folder = ""

    init(_ arguments: [String]) throws(TrainerError) {
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw .usage("\(option) needs a value") }
            switch option {
            case "--sections": sections = value
            case "--codes": codes = value
            case "--to": folder = value
            default: throw TrainerError.usage("unknown option \(option)")
            }
        }
        guard !sections.isEmpty, !codes.isEmpty, !folder.isEmpty else {
            throw .usage("pack needs --sections, --codes and --to")
        }
    }
}

private func pack(_ options: PackOptions) throws(TrainerError) {
    let sections = try packSectionNames(TabSeparated(path: options.sections))
    let codes = try packNewsCodes(TabSeparated(path: options.codes))
    try writeFile(sections.bytes, to: options.folder + "/section-names.table")
    try writeFile(codes.bytes, to: options.folder + "/news-codes.table")
    print("section-names.table: \(sections.records) names, \(sections.bytes.count) bytes")
    print("news-codes.table: \(codes.records) codes, \(codes.bytes.count) bytes")
}

private func trainAndWrite(_ options: TrainOptions) throws(TrainerError) {
    let table = try train(options)
    try writeFile(table.bytes, to: options.table)
    print("\(options.table): \(table.bytes.count) bytes")
}

private func complain(_ message: String) {
    let line = Array("category-trainer: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
