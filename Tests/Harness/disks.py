#!/usr/bin/env python3
"""Puts the ledger on small disks that are full, that fill up at every page, or that may only be read, and proves that
nothing is sent that cannot be recorded, nothing is left half written, and everything goes on when there is room again.

    disks.py [PROGRAM] [--pages N] [--step N]

Needs root: the disks are small file systems in memory, mounted for a moment. PROGRAM is the release build unless given.
A run with news is tried with 0, 1, 2 … N pages of 4 KiB left, 140 unless given, or each so many of them. Exits with 1 on any violation."""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter

import killed
import newsroom
from newsroom import Newsroom, Violation

PAGE = 4096


class SmallDisk:
    """A file system of its own at `disk` in the newsroom's folder."""

    def __init__(self, room, size="1m"):
        self.room, self.path = room, room.path("disk")
        os.mkdir(self.path)
        mount("-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", self.path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", self.path], check=True)
        os.rmdir(self.path)

    def fill(self, pages_left=0):
        """Leaves so many pages."""
        facts = os.statvfs(self.path)
        with open(os.path.join(self.path, "filler"), "wb") as file:
            file.write(bytes(max(0, facts.f_bavail * facts.f_bsize - pages_left * PAGE)))
            file.flush()

    def free(self):
        os.unlink(os.path.join(self.path, "filler"))

    def set_writable(self, is_writable):
        mount("-o", f"remount,{'rw' if is_writable else 'ro'}", self.path)

    def names(self):
        return sorted(os.listdir(self.path))


def mount(*words):
    subprocess.run(["mount", *words], check=True, capture_output=True)


def expect(outcome, code, *words, what):
    """The exit code, and words in what is said; without words nothing may be said."""
    newsroom.expect_code(outcome, {code}, what)
    text = outcome.errors
    missing = [word for word in words if word not in text and word not in outcome.output]
    if missing or not words and text:
        raise Violation(f"{what} says {text.strip()!r}{f', not {missing}' if missing else ''}")


FULL = "no space left"


def no_ledger_yet(room, tally):
    """A first run on a full disk makes nothing, and says so; when there is room it is a first run."""
    with SmallDisk(room) as disk:
        room.ledger = "disk/ledger.db"
        room.feed("world.xml", "World").add(("old", 1))
        room.publish()
        disk.fill()
        for minute in (5, 10, 15):
            # Nothing can be remembered anywhere: it is told each time.
            expect(room.broadcast(minute), 74, FULL, "disk/ledger.db", what="a first run on a full disk")
            if any("ledger.db" in name and not name.endswith((".lock", ".users")) for name in disk.names()):
                raise Violation(f"a first run on a full disk leaves {disk.names()}")
        tally["first runs on a full disk"] += 3
        disk.free()
        expect(room.broadcast(20), 0, "a new one was made", what="a first run with room")
        room.known = {newsroom.link("old")}
        room.feeds["world.xml"].add(("quake", 21))
        killed.announce(room, "quake")
        expect(room.broadcast(25), 0, what="the next run")
        newsroom.check_books(room, 26, is_end=True)


def full_disk(room, tally):
    """On a full disk nothing is sent; it is told by the rhythm of troubles, from the note beside the ledger; and once
    when it is over, with all the news."""
    with SmallDisk(room) as disk:
        room.ledger = "disk/ledger.db"
        killed.standard_newsroom(room)
        before = len(room.accepted())
        disk.fill()
        for minute, is_told in ((30, True), (35, False), (85, False), (91, True), (150, False)):
            words = [FULL] if is_told else []
            expect(room.broadcast(minute), 74, *words, what=f"a run in minute {minute} on a full disk")
            newsroom.raw_ledger(room)
        for line in ("send World Flood", "pause World", "drop 2"):
            expect(room.run(line, 151), 74, FULL, what=f"'{line}' on a full disk")
        for line in ("history", "broadcast --feeds list.opml --dry-run"):
            newsroom.expect_code(room.run(line, 152), {0}, f"'{line}' on a full disk")
        newsroom.expect_code(room.run("check --feeds list.opml", 152), {0, 1, 74}, "check on a full disk")
        if len(room.accepted()) != before:
            raise Violation("something was sent though it could not be recorded")
        tally["commands on a full disk"] += 11
        disk.free()
        expect(room.broadcast(155), 0, "can be read and written again", what="the run after it")
        newsroom.check_books(room, 156)
        newsroom.run_until_quiet(room, 220)


def filling_disk(room, tally, pages, step):
    """The disk fills up in the middle of a run, or of a hand send, at any page: what was sent is recorded, or told and
    called unknown."""
    with SmallDisk(room) as disk:
        room.ledger = "disk/ledger.db"
        killed.standard_newsroom(room)
        kept = {name: open(os.path.join(disk.path, name), "rb").read() for name in disk.names()}
        snapshot = room.snapshot()
        for left in range(0, pages + 1, step):
            for line in ("broadcast --feeds list.opml", ["send", "Sports", "It is over", "--as-is", "--link",
                                                         newsroom.link("match-3")]):
                room.restore(snapshot)
                for name in disk.names():
                    if name not in kept:
                        os.unlink(os.path.join(disk.path, name))
                for name, content in kept.items():
                    room.write(f"disk/{name}", content)
                disk.fill(left)
                outcome = room.run(line, 30)
                what = f"{line[:4]} with {left} pages left"
                newsroom.expect_code(outcome, {0, 74}, what)
                if outcome.code == 74 and FULL not in outcome.errors:
                    raise Violation(f"{what} says {outcome.errors.strip()!r}")
                intents = newsroom.raw_ledger(room)
                if intents and "cannot be recorded" not in outcome.errors:
                    raise Violation(f"{what} leaves an intent without a word: {outcome.errors.strip()!r}")
                tally[f"{'hand send' if line[0] == 'send' else 'broadcast'}, exit code {outcome.code}"
                      + (", unrecorded" if intents else "")] += 1
                disk.free()
                killed.first_broadcast(room, 35)
                newsroom.raw_ledger(room)
                newsroom.run_until_quiet(room, 96)


def read_only(room, tally):
    """What may only be read can be looked at, and nothing is sent."""
    with SmallDisk(room) as disk:
        room.ledger = "disk/ledger.db"
        killed.standard_newsroom(room)
        before = len(room.accepted())
        disk.set_writable(False)
        for line in ("broadcast --feeds list.opml", "send World Flood", "pause World", "resume", "drop 2",
                     "resolve 1 sent", "cancel 1"):
            expect(room.run(line, 30), 74, "ead-only file system", what=f"'{line}' on a read-only disk")
        for line in ("history", "broadcast --feeds list.opml --dry-run"):
            newsroom.expect_code(room.run(line, 31), {0}, f"'{line}' on a read-only disk")
        expect(room.run("check --feeds list.opml", 31), 74, "cannot write", what="check on a read-only disk")
        if len(room.accepted()) != before:
            raise Violation("something was sent though it could not be recorded")
        tally["commands on a read-only disk"] += 10
        disk.set_writable(True)
        killed.first_broadcast(room, 35)
        newsroom.run_until_quiet(room, 96)


def full_disk_of_others(room, tally):
    """Where temporary files, the feed list or the metrics lie on a full disk."""
    with SmallDisk(room) as disk:
        killed.standard_newsroom(room)
        room.move("politics.xml")
        lists = open(room.path("list.opml"), encoding="utf-8").read()
        room.write("disk/list.opml", lists.replace('xmlUrl="', f'xmlUrl="{room.folder}/')
                   .replace(f"{room.folder}/http", "http").encode())
        whole = open(room.path("disk/list.opml"), "rb").read()
        disk.fill()
        outcome = room.run("broadcast --feeds disk/list.opml --adopt --update-feeds --metrics disk/metrics", 30)
        expect(outcome, 1, "the new addresses cannot be put in", "No space left", "the metrics cannot be written",
               what="a run whose list lies on a full disk")
        if open(room.path("disk/list.opml"), "rb").read() != whole or disk.names() != ["filler", "list.opml"]:
            raise Violation(f"a list on a full disk is harmed, or something is left beside it: {disk.names()}")
        environment = room.environment
        room.environment = lambda: {**environment(), "TMPDIR": disk.path}
        try:
            for line in ("broadcast --feeds list.opml --dry-run", "history"):
                expect(room.run(line, 31), 74, "no temporary copy", what=f"'{line}' without room for temporary files")
        finally:
            del room.environment
        if disk.names() != ["filler", "list.opml"]:
            raise Violation(f"temporary files are left: {disk.names()}")
        tally["commands with other files on a full disk"] += 3


def why_impossible():
    """Why no disk can be mounted here; None if one can."""
    with tempfile.TemporaryDirectory() as folder:
        probe = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, check=False)
        if probe.returncode == 0:
            subprocess.run(["umount", folder], check=True)
            return None
        return f"no file system can be mounted here: {probe.stderr.decode().strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=newsroom.default_program())
    parser.add_argument("--pages", type=int, default=140)
    parser.add_argument("--step", type=int, default=1)
    options = parser.parse_args()
    if reason := why_impossible():
        print(f"disks.py: {reason}", file=sys.stderr)
        return 2
    tally, violations, started = Counter(), 0, time.monotonic()
    room = Newsroom(os.path.abspath(options.program), killed.CAPS)
    try:
        for case in (no_ledger_yet, full_disk, read_only, full_disk_of_others,
                     lambda room, tally: filling_disk(room, tally, options.pages, options.step)):
            room.renew_hub()
            room.ledger = "ledger.db"
            room.reset(killed.CAPS)
            try:
                case(room, tally)
            except Violation as error:
                violations += 1
                print(f"VIOLATION: {error}", flush=True)
    finally:
        room.close()
    print(", ".join(f"{name}: {count}" for name, count in tally.items()))
    print(f"{sum(tally.values())} commands, {violations} violations, {time.monotonic() - started:.0f} s")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
