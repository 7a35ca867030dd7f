#!/usr/bin/env python3
"""Replays the vectors with the rules of docs/research/rate-control.md, section "windowTracking and the requester, rule by rule".

This proves that the section is complete and correct: names and steps are those of the section, and windows must agree with the vectors
to within a relative error of 1e-9.

Copyright (c) The Mongoose developers
SPDX-License-Identifier: BSD-3-Clause

replay_document.py [VECTORS_DIRECTORY]
"""

import json
import math
import struct
import sys
from fractions import Fraction
from pathlib import Path

MS, SECOND = 1_000_000, 1_000_000_000
NEVER, LONG_AGO, UNBOUNDED = math.inf, -math.inf, math.inf
NEW_DATA = ("inSequence", "afterGap", "late")

SPLIT = [[5, 10, 3, 3, 10, 10, 9], [30, 40, 9, 9, 86, 86, 40], [50, 70, 14, 14, 136, 136, 80], [100, 100, 20, 20, 310, 310, 140]]


def clamp(x, low, high):
    return max(low, min(x, high))


def bits(x):
    return clamp(round(x), 0, 100_000_000_000)


def times(duration, factor):
    return round(Fraction(duration) * factor)


def signed(value, width):
    value %= 1 << width
    return value - (1 << width) if value >> (width - 1) else value


def split(rate):
    k = max(rate / 1024, 50)
    rows = next((rows for rows in zip(SPLIT, SPLIT[1:]) if k < sum(rows[1])), SPLIT[-2:])
    a, b = (sum(row) for row in rows)
    x = (k - a) / (b - a)
    return struct.pack("<7f", *(bits(1024 * (low + x * (high - low))) for low, high in zip(*rows)))


class Tolerance:
    def __init__(self):
        self.lateness, self.since = 0, 0

    def wait(self, min_round_trip, t):
        self.shrink(t)
        return min(max(min_round_trip // 4, self.lateness + self.lateness // 4), min_round_trip + 700 * MS) if self.lateness else 0

    def late(self, x, t):
        self.shrink(t)
        x = max(x, 10 * MS)
        if x > self.lateness // 2:
            self.lateness, self.since = max(self.lateness, x), t

    def shrink(self, t):
        while self.lateness > 0 and t - self.since >= 15 * SECOND:
            self.lateness //= 2
            self.lateness = 0 if self.lateness < MS else self.lateness
            self.since += 15 * SECOND


class Gap:
    def __init__(self, numbers, missing, after):
        self.numbers, self.missing, self.after, self.waits = numbers, missing, after, True


class Numbers:
    def __init__(self):
        self.started, self.probation = False, None
        self.min_round_trip, self.tolerance = 0, Tolerance()

    def begin(self, sequence, n, t):
        self.started, self.on_wire, self.probation, self.marks = True, sequence, None, {n}
        self.start = self.first = self.second = self.third = n
        self.first_at = self.second_at = self.third_at = t
        self.gaps = []
        return "inSequence", 0

    def marked(self, n):
        return n > self.first - 4096 and n in self.marks

    def judge(self, sequence, resent, t):
        if not self.started:
            return ("resent", 0) if resent else self.begin(sequence, sequence, t)
        d = signed(sequence - self.on_wire, 32)
        if abs(d) > 4000 and sequence < 1 << 24 and self.on_wire < 1 << 24:
            d = signed(sequence - self.on_wire, 24)
        if abs(d) > 4000:
            return ("resent", 0) if resent else self.far(sequence, t)
        self.probation = None
        n = self.first + d
        if resent:
            return self.resent(n)
        if d <= 0 and self.marked(n):
            return "duplicate", 0
        if d <= 0:
            self.note_late(n, t)
        self.insert(n, t)
        if d > 0:
            self.on_wire = sequence
        self.marks.add(n)
        return ("inSequence" if d == 1 else "afterGap" if d > 1 else "late"), self.find_lost(t)

    def far(self, sequence, t):
        if sequence == self.probation:
            return self.begin(sequence, self.first + 1, t)
        self.probation = (sequence + 1) % (1 << 32)
        return "implausible", 0

    def resent(self, n):
        if n > self.first:
            return "resent", 0
        if self.marked(n):
            return "duplicate", 0
        self.marks.add(n)
        if n > self.third:
            return "resent", 1
        gap = self.fill(n)
        return "resent", int(gap is not None and gap.waits)

    def fill(self, n):
        gap = next((gap for gap in self.gaps if n in gap.numbers), None)
        if gap is not None:
            gap.missing -= 1
        return gap

    def note_late(self, n, t):
        if self.start < n <= self.third:
            gap = self.fill(n)
            if gap is not None and gap.missing >= 0:
                self.tolerance.late(t - gap.after, t)

    def insert(self, n, t):
        if n <= self.third:
            return
        before = self.third
        if n > self.first:
            self.third, self.second, self.first = self.second, self.first, n
            self.third_at, self.second_at, self.first_at = self.second_at, self.first_at, t
        elif n > self.second:
            self.third, self.second = self.second, n
            self.third_at, self.second_at = self.second_at, t
        else:
            self.third, self.third_at = n, t
        missing = sum(not self.marked(m) for m in range(before + 1, self.third))
        if missing > 0:
            self.gaps = [*self.gaps, Gap(range(before + 1, self.third), missing, self.third_at)][-32:]

    def find_lost(self, t):
        for gap in self.gaps:
            if not gap.waits:
                continue
            is_full = len(self.gaps) == 32 and self.gaps[0].waits
            if gap.missing > 0 and not is_full and t - gap.after < self.tolerance.wait(self.min_round_trip, t):
                return 0
            gap.waits = False
            if gap.missing > 0:
                return gap.missing
        return 0


class Meter:
    def __init__(self):
        self.quarter_end, self.current, self.quarters, self.sums, self.rate = None, 0, [], [], UNBOUNDED

    def add(self, size, now):
        if self.quarter_end is None:
            self.quarter_end = now + 250 * MS
        self.advance(now)
        self.current += size

    def advance(self, now):
        if self.quarter_end is None or now < self.quarter_end:
            return
        ended = 1 + (now - self.quarter_end) // (250 * MS)
        self.quarter_end += ended * 250 * MS
        for _ in range(min(ended, 13)):
            self.quarters, self.current = [*self.quarters, self.current][-4:], 0
            self.sums = [*self.sums, 4 * sum(self.quarters) // len(self.quarters)][-9:]
        self.rate = max(self.sums)


class Requester:
    def __init__(self, options, t):
        self.min_rate = options["minRateBps"]
        self.max_rate = max(options["maxRateBps"], self.min_rate)
        self.fair_segment = options.get("fairSegmentBytes")
        self.now, self.R, self.P, self.L = t, 0, 0, 0
        self.cwnd, self.B, self.ssthresh, self.cuts = 0.0, 0.0, math.inf, 0
        self.S, self.Q, self.count = 375.0, 375.0 ** 2, 0
        self.rate, self.requested_at, self.cuts_requested = self.min_rate, 0, 0
        self.new_circuit(t)

    U = property(lambda self: min(self.cwnd, self.B))
    G = property(lambda self: self.fair_segment or math.sqrt(self.Q))
    IW = property(lambda self: min(4 * self.G, max(2 * self.G, 4380)))
    interval = property(lambda self: max(self.R, 50 * MS))
    ping_interval = property(lambda self: clamp(times(self.R, Fraction(1, 2)), 50 * MS, SECOND) if self.R else 250 * MS)
    news = property(lambda self: abs(self.rate - self.requested) * 20 > self.requested)

    def at(self, t):
        self.now = max(self.now, t)

    def new_circuit(self, t):
        self.at(t)
        self.numbers, self.meter = Numbers(), Meter()
        if self.R > 0:
            self.P = self.R
        self.R, self.L, self.V, self.recovered_at = 0, 0, UNBOUNDED, LONG_AGO
        self.requested, self.generation, self.not_before, self.repeat_at = 0, 0, self.now + SECOND, NEVER

    def on_packet(self, sequence, resent, size, t):
        self.at(t)
        kind, lost = self.numbers.judge(sequence, resent, self.now)
        if kind != "implausible":
            self.count_packet(kind, lost, size)
        return kind, lost

    def count_packet(self, kind, lost, size):
        self.meter.add(size, self.now)
        self.V = self.meter.rate
        if kind in NEW_DATA:
            self.count = min(self.count + 1, 256)
            self.S += (size - self.S) / self.count
            self.Q += (size ** 2 - self.Q) / self.count
        if self.R == 0:
            return
        recovering = self.now < self.recovered_at
        if lost > 0 and not recovering:
            self.cut()
        elif kind in ("inSequence", "late") and not recovering:
            self.grow()
        self.update()

    def cut(self):
        half = self.U / 2
        self.ssthresh, self.cwnd = max(half, 2 * self.G), max(half, self.G)
        self.recovered_at, self.L, self.cuts = self.now + self.L, self.R, self.cuts + 1

    def grow(self):
        if self.cwnd < self.B:
            self.cwnd += min(self.S, self.ssthresh - self.cwnd) if self.cwnd < self.ssthresh else self.G * self.S / self.cwnd

    def update(self):
        r = self.R / SECOND
        self.B = max(self.G, min(self.max_rate / 8 * r, max(self.IW, 2 * self.V * r)))
        self.cwnd = max(self.G, self.cwnd)
        self.rate = clamp(bits(8 * self.U / r), self.min_rate, self.max_rate)

    def on_ping(self, round_trip, t):
        self.at(t)
        first = self.R == 0
        if first and self.generation == 0:
            self.not_before = self.now
        self.R = clamp(round_trip, MS, 60 * SECOND)
        self.numbers.min_round_trip = min(self.numbers.min_round_trip or self.R, self.R)
        r = self.R / SECOND
        if self.generation > 0:
            self.not_before = min(self.not_before, self.requested_at + self.interval)
        self.L = clamp(self.L, self.R, 4 * self.R)
        if first and self.P == 0:
            self.cwnd = self.IW
        elif first:
            self.cwnd = self.rate / 8 * r
            self.ssthresh = self.ssthresh / (self.P / SECOND) * r
        self.meter.advance(self.now)
        self.V = min(self.V, self.meter.rate)
        self.update()

    def acknowledged(self, generation):
        if generation == self.generation:
            self.repeat_at = NEVER

    @property
    def due_at(self):
        if self.news:
            return self.not_before
        return min(self.repeat_at, self.requested_at + max(5 * SECOND, self.interval) if self.rate != self.requested else NEVER)

    def take(self, t):
        self.at(t)
        cut = self.news and self.cuts != self.cuts_requested and self.R > 0 and self.interval <= times(self.R, Fraction(3, 2))
        if self.now < self.due_at and not cut:
            if self.now >= self.not_before and self.rate != self.requested:
                self.not_before = self.now + self.interval
            return None
        self.requested, self.requested_at, self.cuts_requested = self.rate, self.now, self.cuts
        self.not_before, self.repeat_at = self.now + self.interval, self.now + max(SECOND, 3 * self.R)
        self.generation += 1
        return {"generation": self.generation, "payload": split(self.rate).hex().upper()}


def play(requester, step):
    """The state after a step, in the form of the vectors."""
    t, event, then = step["atNs"], step.get("event"), {}
    if event == "packet":
        kind, lost = requester.on_packet(step.get("sequence", 0), step.get("resent", False), step.get("bytes", 0), t)
        then = {"kind": kind, "lost": lost}
    elif event == "ping":
        requester.on_ping(step.get("roundTripNs", 0), t)
    elif event == "newCircuit":
        requester.new_circuit(t)
    elif event == "acknowledged":
        requester.acknowledged(step.get("generation", 0))
    then |= {"message": requester.take(t), "cwnd": requester.U, "ssthresh": 0 if requester.ssthresh == math.inf else requester.ssthresh,
             "lossEvents": requester.cuts, "rateBps": requester.rate, "pingIntervalNs": requester.ping_interval,
             "wakeNs": 0 if requester.due_at == NEVER else requester.due_at}
    return then


def differs(then, expected):
    for name, value in then.items():
        wanted = expected.get(name, None if name in ("kind", "message") else 0)
        near = name in ("cwnd", "ssthresh") and math.isclose(value, wanted, rel_tol=1e-9)
        if value != wanted and not near:
            yield f"{name} is {value}, not {wanted}"


def main(folder):
    passed, failed = 0, 0
    for path in sorted(Path(folder).glob("*.json")):
        file = json.loads(path.read_text())
        results = [[] if split(vector.get("rateBps", 0)).hex().upper() == vector["payload"] else ["payload"] for vector in file.get("splits", [])]
        if "steps" in file:
            requester = Requester(file["options"], file["beganNs"])
            results += [list(differs(play(requester, step), step["then"])) for step in file["steps"]]
        results = results or [["there are neither steps nor splits"]]
        for number, result in enumerate(results, 1):
            passed, failed = passed + (not result), failed + bool(result)
            if result:
                print(f"{path.name} step {number}: {'; '.join(result)}", file=sys.stderr)
    print(f"replay_document: {passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "vectors"))
