#!/usr/bin/env python3
"""Measures how a ledger of thousands of feeds does: how long a run with nothing new takes beyond reading the feeds, how
large the file is, and whether it stays so over months of news.

    thousands.py [PROGRAM] [--feeds N] [--items N] [--days N]

N feeds (5,000 unless given) with N items each (60) lie as files; they are taken in, then read again with nothing new,
five times, and once more after all of them were written in another order. Then, with half as many items a feed, days
(90) pass in which each feed gets a new item and loses one. Once marks are forgotten as fast as they are made (an item
stays in its feed for half of --items days, and is remembered for thirty more) the file must not grow any more. Ends
with 1 if a run with nothing new takes a second or more of processor time beyond reading the same files, if the ledger
has 100 MB or more, or if it grows after these days."""
import argparse
import os
import resource
import subprocess
import sys
import time

import newsroom
from newsroom import Newsroom, Violation

DAY = 24 * 60
LARGEST = 100_000_000
# Days for which an item is remembered after it left its feed.
MARK_DAYS = 30


def processor_seconds():
    facts = resource.getrusage(resource.RUSAGE_CHILDREN)
    return facts.ru_utime + facts.ru_stime


def timed(command, codes, what):
    """Processor and wall-clock seconds of a command that ends as expected, and its outcome."""
    cpu, wall = processor_seconds(), time.monotonic()
    outcome = command()
    spent = processor_seconds() - cpu, time.monotonic() - wall
    newsroom.expect_code(outcome, codes, what)
    return (*spent, outcome)


def write_feeds(room, options, items):
    for number in range(options.feeds):
        room.write(f"feed-{number}.xml", document(number, items))


def document(number, items):
    text = "".join(
        f"<item><title>Report {item} of desk {number} about the harbour</title>"
        f"<link>https://desk-{number}.example/news/{item}</link><guid>desk-{number}-{item}</guid></item>"
        for item in items)
    return f'<rss version="2.0"><channel><title>Desk {number}</title>{text}</channel></rss>'.encode()


def write_list(room, options):
    outlines = "".join(f'<outline category="/{newsroom.CATEGORIES[number % 6]}" xmlUrl="feed-{number}.xml"/>'
                       for number in range(options.feeds))
    room.write("list.opml", f'<opml version="2.0"><body>{outlines}</body></opml>'.encode())


def size(room):
    return os.stat(room.path("ledger.db")).st_size


def measure(room, options):
    """Gives what was not as it should be."""
    failures = []
    write_list(room, options)
    write_feeds(room, options, range(options.items))
    cpu, wall, _ = timed(lambda: room.broadcast(0), {0}, "the first broadcast")
    print(f"first sight: {cpu:.2f} s of processor time, {wall:.2f} s, {size(room) / 1e6:.1f} MB")
    reading = min(timed(lambda: read_alone(room, options), {0}, "items")[:2] for _ in range(3))
    print(f"reading the files alone: {reading[0]:.2f} s of processor time, {reading[1]:.2f} s")
    same = min(timed(lambda: room.broadcast(5 + turn), {0}, "a broadcast")[:2] for turn in range(5))
    print(f"nothing new, the files as they were: {same[0]:.2f} s, {same[1]:.2f} s; "
          f"beyond reading {same[0] - reading[0]:.2f} s, {same[1] - reading[1]:.2f} s")
    write_feeds(room, options, range(options.items - 1, -1, -1))
    other = timed(lambda: room.broadcast(30), {0}, "a broadcast of rewritten files")
    print(f"nothing new, all files rewritten: {other[0]:.2f} s, {other[1]:.2f} s; "
          f"beyond reading {other[0] - reading[0]:.2f} s, {other[1] - reading[1]:.2f} s")
    if same[0] - reading[0] >= 1:
        failures.append("a run with nothing new takes a second or more")
    return failures


def read_alone(room, options):
    room.write("files", "".join(f"feed-{number}.xml\n" for number in range(options.feeds)).encode())
    return newsroom.finish(subprocess.Popen(
        [room.program, "items", "--files-from", "files", "--format", "count"], cwd=room.folder, env=room.environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE))


def live(room, options):
    """Days of news; `--adopt` keeps the hub out of it: what is new is known at once."""
    failures, sizes, items = [], [], options.items // 2
    room.reset()
    write_list(room, options)
    for day in range(1, options.days + 1):
        write_feeds(room, options, range(day + items, day, -1))
        newsroom.expect_code(room.broadcast(day * DAY, "--adopt"), {0}, f"the broadcast of day {day}")
        sizes.append(size(room))
        if day % 10 == 0:
            facts = room.history(day * DAY + 1)["ledger"]
            print(f"day {day}: {sizes[-1] / 1e6:.1f} MB, {facts['items']} items, {facts['stories']} stories",
                  flush=True)
    if sizes:
        settled = sizes[items + MARK_DAYS + 2:]
        if settled and settled[-1] > settled[0] * 1.02:
            failures.append("the ledger still grows")
        if max(sizes) >= LARGEST:
            failures.append(f"the ledger has {max(sizes) / 1e6:.1f} MB")
        newsroom.raw_ledger(room)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=newsroom.default_program())
    parser.add_argument("--feeds", type=int, default=5_000)
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--days", type=int, default=90)
    options = parser.parse_args()
    room = Newsroom(os.path.abspath(options.program))
    try:
        failures = measure(room, options)
        if size(room) >= LARGEST:
            failures.append(f"the ledger has {size(room) / 1e6:.1f} MB")
        failures += live(room, options)
    except Violation as error:
        failures = [str(error)]
    finally:
        room.close()
    for failure in failures:
        print(f"MISSED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
