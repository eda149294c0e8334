internal import Glibc

let usage = """
    usage: category-trainer pack --sections FILE --codes FILE --to FOLDER
           category-trainer train FILE… --to TABLE [options]
           category-trainer time FILE… [--rounds N]

    pack puts tables of facts into the binary form that bulletin embeds:
      FOLDER/section-names.table   from the section names: tab-separated, with a header line naming the columns
                                   alias, category, lang (two letters or any) and weight (1 to 3)
      FOLDER/news-codes.table      from the IPTC codes: tab-separated, with columns medtop (medtop:NNNNNNNN or
                                   empty), subjectcode (eight digits or empty) and category
    A category is World, Politics, Business, Technology, Science, Sports or None. FOLDER is Sources/CTables in this
    package.

    train makes the table of the text model (Sources/CTables/text-model.table) from labelled texts: tab-separated,
    with a header line naming the columns label (as above) and title, and if there are any lang, description,
    feed_categories (separated by |), link, source (data set/publisher) and how (api: filed by an aggregator, so
    that the label does not come from the link; rows whose how names synthetic or mt count half) and reading (what a
    larger reader makes of the text, from Tests/Tools/read.py: 128 numbers, thousandths, separated by blanks). It
    prints scores cross-validated by source, from which it also takes how sure a decision must be.
      --held-out FILE              texts that are only scored with the finished table; may be repeated
      --leave-out SET              passes over the rows of a data set; may be repeated
      --folds N                    parts for cross-validation (3); 1 for none, and then nothing is calibrated
      --seed N                     of the order of the texts (1)
      --slots N                    room for features, sixteen bytes for three of them (364500)
      --networks N                 networks that are trained, whose mean is then taught to four small ones (20), with
                                   what other networks say of the texts by their readings
      --passes N --rate N --reading-rate N --reading-scale N --output-rate N --word-dropout N --unit-dropout N
      --smoothing N --passes-of-teaching N --teaching-rate N --teaching-vector-rate N --teaching-dropout N
      --opinion-layers N --passes-of-opinions N --opinion-rate N --opinion-share N --energy-exponent N
      --coding-exponent N --teaching-evenness N --slot-evenness N --coding-evenness N
                                   how they are found; see TrainingPlan

    Retraining is one command, which also records the golden files again:
      Tests/Tools/retrain.sh TEXTS.tsv…
    or, with a table that knows less of rare words, without a larger reader:
      swift run -c release category-trainer train TEXTS.tsv… --to Sources/CTables/text-model.table
      BULLETIN_RECORD_SNAPSHOTS=1 swift test --disable-xctest --filter 'TextModelTests|ItemsTests'
    The same input and seed always give the same bytes.

    time maps the texts of labelled files, from memory, with the embedded tables, and prints nanoseconds of processor
    time for each, of the fastest of N rounds (5). For the instructions of one, take the difference of two runs:
      strip --strip-debug -o timed category-trainer
      valgrind --tool=callgrind ./timed time TEXTS.tsv --rounds 1    and then --rounds 2

    Exit codes: 0 done, 64 usage, 65 bad input, 74 a file cannot be read or written.

    """

/// Runs the program with these arguments; gives its exit code.
func run(_ arguments: [String]) -> Int32 {
    if arguments == ["--help"] || arguments == ["help"] {
        say(usage, end: "")
        return 0
    }
    do throws(TrainerError) {
        switch arguments.first {
        case "pack": try pack(PackOptions(arguments))
        case "train": try trainAndWrite(TrainOptions(arguments))
        case "time": try timeMapping(arguments.dropFirst().map(\.self))
        default: throw TrainerError.usage("the first argument is a command: pack, train or time")
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
    say("section-names.table: \(sections.records) names, \(sections.bytes.count) bytes")
    say("news-codes.table: \(codes.records) codes, \(codes.bytes.count) bytes")
}

private func trainAndWrite(_ options: TrainOptions) throws(TrainerError) {
    let table = try train(options)
    try writeFile(table.bytes, to: options.table)
    say("\(options.table): \(table.bytes.count) bytes")
}

private func complain(_ message: String) {
    writeAll("category-trainer: \(message)\n", to: STDERR_FILENO)
}

/// A line on standard output, there at once: training takes minutes.
func say(_ line: String, end: String = "\n") {
    writeAll(line + end, to: STDOUT_FILENO)
}

private func writeAll(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
