#!/usr/bin/env python3
"""Writes what Python's zoneinfo says about the clocks of every zone of this system, for TimeZonesTests to compare with.

    zones.py TABLE        then: BULLETIN_ZONE_TABLE=TABLE swift test --filter TimeZonesTests

The years 1970 to 2040: the first of every month, and one second before, at and after every change. The lines:

    Z NAME                       a zone; what follows is about it
    O INSTANT OFFSET             seconds since 1970, seconds east of UTC
    L CIVIL EARLIEST LATEST      when its clocks show a time (counted as if it were UTC); two instants where put back
    G CIVIL INSTANT              they never show it: they were put forward past it at that instant"""
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone
from zoneinfo import _zoneinfo

EPOCH = datetime(1970, 1, 1)
FIRST, LAST = 0, int((datetime(2041, 1, 1) - EPOCH).total_seconds()) - 1
MONTHS = [int((datetime(year, month, 1) - EPOCH).total_seconds()) for year in range(1970, 2041) for month in range(1, 13)]
WEEK = 7 * 86_400


def offset(zone, instant):
    utc = datetime.fromtimestamp(instant, timezone.utc)
    return int(utc.astimezone(zone).utcoffset().total_seconds())


def changes(name, zone):
    """The listed changes, and those of the recurring rule, found by halving weeks."""
    found = {at for at in _zoneinfo.ZoneInfo(name)._trans_utc if FIRST < at < LAST}
    start = max(found, default=FIRST)
    for week in range(start, LAST - WEEK, WEEK):
        low, high = week, week + WEEK
        if offset(zone, low) == offset(zone, high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(zone, middle) == offset(zone, low) else (low, middle)
        found.add(high)
    return sorted(found)


def civil(zone, naive, change):
    """The line for a civil time; zoneinfo answers a time that never is with the two instants in the wrong order."""
    time = EPOCH + timedelta(seconds=naive)
    first, second = (naive - int(time.replace(tzinfo=zone, fold=fold).utcoffset().total_seconds()) for fold in (0, 1))
    return f"L {naive} {first} {second}" if first <= second else f"G {naive} {change}"


def main():
    with open(sys.argv[1], "w", encoding="ascii") as table:
        for name in sorted(zoneinfo.available_timezones()):
            zone = zoneinfo.ZoneInfo(name)
            lines = [f"Z {name}"] + [f"O {month} {offset(zone, month)}" for month in MONTHS]
            for change in changes(name, zone):
                before, after = offset(zone, change - 1), offset(zone, change)
                lines += [f"O {at} {offset(zone, at)}" for at in (change - 1, change, change + 1)]
                naives = {change + base + step for base in (before, after) for step in (-1, 0, 1)}
                lines += [civil(zone, naive, change) for naive in sorted(naives)]
            table.write("\n".join(lines) + "\n")


main()
