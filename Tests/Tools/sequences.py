#!/usr/bin/env python3
"""sequences.py PROGRAM FILE STATE: one run of a sequence of readings of one feed.

The file is what the feed says now; STATE is a folder that lives as long as the sequence and holds feed, list, ledger
and clock. Prints {"announce": [headlines]}: what a dry run says that a broadcast would announce, after the broadcast
itself went to the local hub. Its clock stands five minutes after the newest date that the feed ever had, and moves on by
five minutes with each run, so that a sequence gives the same on every day."""
import datetime
import json
import os
import shutil
import subprocess
import sys

STEP = datetime.timedelta(minutes=5)
LIST = '<opml version="2.0"><body><outline text="Desk" category="/World" xmlUrl="feed.xml"/></body></opml>'


def main():
    program, source, state = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    shutil.copyfile(source, os.path.join(state, "feed.xml"))
    with open(os.path.join(state, "list.opml"), "w", encoding="utf-8") as file:
        file.write(LIST)
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": state, "XDG_STATE_HOME": state, "TZ": "UTC"}

    def run(*arguments):
        return subprocess.run(
            [program, *arguments], cwd=state, env=environment, stdin=subprocess.DEVNULL, capture_output=True)

    now = clock(state, run("items", "feed.xml", "--format", "json").stdout)
    broadcast = ["broadcast", "--feeds", "list.opml", "--hub", "local", "--ledger", "ledger.db", "--caps", "[]",
                 "--now", now]
    shown = run(*broadcast, "--dry-run", "--format", "json")
    sent = run(*broadcast)
    # The sample phones of the local hub show what went out: a dry run that says something else must not count.
    stories = [notification["stories"] for notification in json.loads(shown.stdout)["notifications"]]
    headlines = [story["headline"] for some in stories for story in some]
    arrived = all(some[0]["headline"].encode() in sent.stdout for some in stories)
    answer = {"announce": headlines}
    if shown.returncode or sent.returncode or not arrived:
        answer["error"] = f"dry run {shown.returncode}, broadcast {sent.returncode}: {sent.stderr.decode()}"
    print(json.dumps(answer))


def clock(state, items):
    """The time of this run, which is noted for the next one."""
    path = os.path.join(state, "clock")
    times = [datetime.datetime(2001, 1, 1)]
    if os.path.exists(path):
        times.append(datetime.datetime.fromisoformat(open(path, encoding="utf-8").read()))
    for item in json.loads(items or "{}").get("items") or []:
        date = item.get("published") or item.get("updated")
        if date:
            times.append(datetime.datetime.fromisoformat(date.rstrip("Z")))
    now = max(times) + STEP
    with open(path, "w", encoding="utf-8") as file:
        file.write(now.isoformat())
    return now.isoformat() + "Z"


main()
