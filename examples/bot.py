#!/usr/bin/env python3
"""A bot in Python that needs only the standard library; docs/bots.md describes the protocol.

    grognard play battle-for-moscow --player soviet=exec:examples/bot.py
    grognard sim battle-for-moscow --games 10 --player german=exec:examples/bot.py

It attacks whenever it can, with all the units it can, and otherwise chooses at random.
"""

import json
import random
import sys


def say(line):
    print(json.dumps(line), flush=True)


def choose(ask):
    """Returns the numbers of the options to choose."""
    count = len(ask["options"])
    form = ask["form"]
    if form == "several":
        return list(range(min(count, ask["most"])))
    if form == "order":
        return random.sample(range(count), count)
    if form == "allocate":
        return shares(count, ask["total"], ask["most"])
    if ask["stop"] and "attack" not in ask["prompt"] and random.random() < 0.1:
        return "stop"
    return random.randrange(count)


def shares(count, total, most):
    """Spreads a total over options, with at most `most` on each; returns pairs of an option and its share."""
    spread = []
    for option in range(count):
        share = min(total, most)
        total -= share
        if share:
            spread.append([option, share])
    return spread


def main():
    for text in sys.stdin:
        line = json.loads(text)
        if line["type"] == "hello":
            say({"type": "ready", "protocol": 1, "name": "Eager, in Python"})
        elif line["type"] == "battle":
            random.seed(line["scenario"] + line["side"])
        elif line["type"] == "ask":
            say({"type": "answer", "number": line["number"], "choose": choose(line)})
        elif line["type"] == "end":
            return


if __name__ == "__main__":
    main()
