#!/usr/bin/env python3
"""A sample of the harnesses of this folder, small enough for every change (under a minute on two busy cores):

    sample.py [PROGRAM]

PROGRAM is the release build unless given. Without strace, or where tracing is forbidden, kills are left out with a word
about it. Exits with 1 on any violation. Before a release run the harnesses themselves; each says how."""
import os
import subprocess
import sys

import kills
import newsroom

SCENARIOS = ["news", "first-sight", "send-once", "resolve-unsent", "recovering", "refusing", "cancel", "adopt-copy",
             "update-feeds", "news-term"]
SAMPLES = [("kills.py", ["--sample", "36", "--brief", *(word for name in SCENARIOS for word in ("--scenario", name))]),
           ("faults.py", ["--seeds", "6-8"]), ("together.py", ["--rounds", "6"]), ("damage.py", ["--sample", "12"])]


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else newsroom.default_program()
    failed = False
    for name, options in SAMPLES:
        print(f"{name} {' '.join(options)}", flush=True)
        if name == "kills.py" and (reason := kills.why_impossible()):
            print(f"skipped: {reason}")
            continue
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
        failed |= subprocess.run([sys.executable, path, program, *options], check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
