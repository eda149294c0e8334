#!/usr/bin/env python3
"""classify.py PROGRAM LABELS.tsv PREDICTIONS.tsv [text|all]: what the built program makes of labelled texts.

LABELS.tsv has the columns label, title, description, link and feed_categories (separated by |), without quoting.
PREDICTIONS.tsv gets the columns category (the likeliest, or None) and confidence, a row for each. With `text` the program
sees title and description alone, with `all` link and categories too; then a line tells what the preset sends, of the rows
whose label does not come from the link (`how` begins with api or set)."""
import csv
import json
import subprocess
import sys


def line(row, mode):
    item = {"title": row["title"], "summary": row["description"]}
    if mode == "all":
        item["link"] = row["link"] or None
        item["categories"] = [text for text in row["feed_categories"].split("|") if text]
    return json.dumps(item, ensure_ascii=False)


def main():
    program, labels, predictions, mode = (sys.argv + ["text"])[1:5]
    with open(labels, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    lines = "".join(line(row, mode) + "\n" for row in rows)
    run = subprocess.run([program, "classify"], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(text) for text in run.stdout.splitlines()]
    if len(answers) != len(rows):
        sys.exit(f"{len(rows)} lines in, {len(answers)} out")
    with open(predictions, "w", encoding="utf-8") as file:
        file.write("category\tconfidence\n")
        for answer in answers:
            file.write(f"{answer['best']}\t{answer['confidence']}\n")
    own = [pair for pair in zip(rows, answers) if row_is_independent(pair[0])] if mode == "all" else list(zip(rows, answers))
    sent = [(row["label"], answer["category"]) for row, answer in own if answer["category"]]
    six = sum(row["label"] != "None" for row, _ in own)
    right = sum(label == category for label, category in sent)
    stray = sum(label == "None" for label, _ in sent)
    share = 1 / max(1, len(sent))
    print(
        f"sent {len(sent)} of {len(own)}: coverage {right / max(1, six):.4f}"
        f" wrong {(len(sent) - right - stray) * share:.4f} stray {stray * share:.4f}")


def row_is_independent(row):
    return row["how"].split(":")[0] in ("api", "set")


if __name__ == "__main__":
    main()
