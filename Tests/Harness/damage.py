#!/usr/bin/env python3
"""Damages a ledger at each page in turn, and proves that no command crashes, that damage is told as such, and that no
damage makes known news go out again.

    damage.py [PROGRAM] [--flips N] [--seed N] [--sample N] [--only KIND:PAGE]

Each page is wiped, filled with garbage, inverted, and exchanged with the next one; and N times (6 unless given) a bit of
it is flipped, at random by the seed. Each time `check`, `history`, a dry run and two broadcasts are run. Each ends well,
or with 65 and the words that the ledger is damaged, or (where the damage looks like it) with 78 as a copy, another hub's
or a newer version's. Whatever was announced or adopted before is not sent, and nothing is sent twice. --sample tries so
many damages, evenly. PROGRAM is the release build unless given. Exits with 1 on any violation."""
import argparse
import os
import queue
import random
import sys
import threading
import time
from collections import Counter

import killed
import newsroom
from newsroom import Newsroom, Violation

PAGE = 4096
KINDS = {
    "wiped": lambda page, other: bytes(PAGE),
    "garbage": lambda page, other: b"\xa5" * PAGE,
    "inverted": lambda page, other: bytes(byte ^ 0xFF for byte in page),
    "exchanged": lambda page, other: other,
}
COMMANDS = ["check --feeds list.opml", "history --format json --since 7d", "broadcast --feeds list.opml --dry-run",
            "broadcast --feeds list.opml", "broadcast --feeds list.opml"]


def open_newsroom(room):
    """Ledgers of some size have trees of more than one level."""
    for number in range(8):
        feed = room.feed(f"archive-{number}.xml", newsroom.CATEGORIES[number % 6])
        feed.add(*((f"archived-{number}-{item}", 1) for item in range(120)))
    killed.standard_newsroom(room)
    room.known |= {newsroom.link("match-1")}
    room.fresh -= {newsroom.link("match-1")}
    # Everything is looked at again: no feed is as it was.
    for feed in room.feeds.values():
        if feed.name.startswith("archive"):
            feed.articles[0].title = feed.articles[0].title + ", corrected"
    room.publish()


def damaged(content, kind, page, seed):
    """The ledger with one page damaged."""
    start = page * PAGE
    if kind.startswith("flip"):
        place = start * 8 + random.Random(f"{seed} {kind} {page}").randrange(PAGE * 8)
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        return bytes(flipped)
    other = (start + PAGE) % len(content)
    new = KINDS[kind](content[start:start + PAGE], content[other:other + PAGE])
    return content[:start] + new + content[start + PAGE:]


def try_damage(room, snapshot, content, tally):
    earlier = len(snapshot[1])
    for place, line in enumerate(COMMANDS):
        if line == COMMANDS[0] or line.endswith("--dry-run"):
            room.restore(snapshot)
            room.write(room.ledger, content)
        outcome = room.run(line, 30)
        name = line.split()[0] + (" --dry-run" if "--dry-run" in line else "")
        if outcome.code not in (0, 65, 78) and not (name == "check" and outcome.code == 1):
            raise Violation(f"{name} ends with {outcome.code}: {(outcome.errors or outcome.output).strip()[:300]}")
        said = outcome.errors + outcome.output
        # The second broadcast says nothing new.
        if outcome.code == 65 and place < 4 and "is damaged" not in said and "is no ledger" not in said:
            raise Violation(f"{name} ends with 65 without a word of damage: {said.strip()[:300]}")
        tally[name, outcome.code] += 1
    sent = Counter()
    for one in room.accepted()[earlier:]:
        # Each message names its lead story; what it says of others the hub does not know.
        sent.update(article.link for feed in room.feeds.values() for article in feed.articles
                    if one.message.startswith(f"Breaking {feed.category} News : {article.title}"))
    for link, count in sent.items():
        if link in room.known:
            raise Violation(f"what was known is sent: {link}")
    by_key = Counter(one.key for one in room.accepted())
    if twice := [name for name, count in by_key.items() if count > 1]:
        raise Violation(f"sent twice: {twice}")
    stories = sum(one.stories or 1 for one in room.accepted()[earlier:])
    if stories > len(room.fresh):
        raise Violation(f"{stories} stories are sent, though only {len(room.fresh)} are news")


class Work:
    """What all workers do together."""

    def __init__(self, options):
        self.options, self.lock, self.tasks = options, threading.Lock(), queue.Queue()
        self.tally, self.violations, self.count = Counter(), 0, 0

    def work(self, is_first):
        room = Newsroom(os.path.abspath(self.options.program), killed.CAPS)
        try:
            open_newsroom(room)
            snapshot = room.snapshot()
            content = snapshot[0]["ledger.db"]
            if is_first:
                self.fill(len(content) // PAGE)
            while True:
                kind, page = self.tasks.get(timeout=30)
                if kind is None:
                    return
                self.one(room, snapshot, content, kind, page)
        finally:
            room.close()

    def fill(self, pages):
        kinds = [*KINDS, *(f"flip-{number}" for number in range(self.options.flips))]
        tasks = [(kind, page) for page in range(pages) for kind in kinds]
        # The golden ratio spreads the first of them over pages and kinds.
        if self.options.sample:
            tasks = [tasks[int(len(tasks) * (0.618034 * turn % 1))] for turn in range(self.options.sample)]
        for task in tasks:
            if not self.options.only or self.options.only == f"{task[0]}:{task[1]}":
                self.tasks.put(task)
        for _ in range(64):
            self.tasks.put((None, None))

    def one(self, room, snapshot, content, kind, page):
        tally, violation = Counter(), None
        try:
            if self.count % 100 == 50:
                room.renew_hub()
            try_damage(room, snapshot, damaged(content, kind, page, self.options.seed), tally)
        except Violation as error:
            violation = str(error)
        except Exception as error:  # whatever stops the harness itself must not pass for success
            violation = f"the harness failed: {error!r}"
        with self.lock:
            self.count += 1
            self.tally += tally
            if violation:
                self.violations += 1
                print(f"VIOLATION at {kind}:{page}: {violation}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=newsroom.default_program())
    parser.add_argument("--flips", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, metavar="N", help="try N damages, not all")
    parser.add_argument("--only", metavar="KIND:PAGE")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    started, work = time.monotonic(), Work(options)
    threads = [threading.Thread(target=work.work, args=(number == 0,)) for number in range(options.workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("exit codes: " + ", ".join(f"{name} {code}: {count}" for (name, code), count in sorted(work.tally.items())))
    print(f"{work.count} damages, {work.violations} violations, {time.monotonic() - started:.0f} s")
    return 1 if work.violations or not work.count else 0


if __name__ == "__main__":
    sys.exit(main())
