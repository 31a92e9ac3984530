#!/usr/bin/env python3
"""A small bot for Vanguard, for any of its games; the standard library is all it needs.

    vanguard match rome --bot "python3 examples/bots/python/bot.py" --bot greedy

It scores the candidates it is shown by the words they are typed with and takes the best; with
--random it takes any. docs/bot-protocol.md explains what is said.
"""

import json
import random
import sys

# What is typed first in an action, and how much it is liked. What is not named is worth nothing.
LIKED = {
    # Rome: a full line attacks; ending a turn without an attack is the last resort.
    "attack": 40, "play": 30, "place": 20, "arrange": 10, "end": -10, "keep": -1,
    # Kill Team: strike where it can be done, get on with it otherwise.
    "charge": 35, "strike": 30, "activate": 15, "walk": 5, "run": 4, "done": -5,
    "pass": -8, "finish": -20, "reactivate": -2, "hold": -1, "bid": -1,
}


def send(message):
    """Says one line. Without the flush it would wait in a buffer."""
    print(json.dumps(message), flush=True)


def score(candidate):
    """How much a candidate is liked: by its first word; one with a warning less."""
    words = candidate["text"].split()
    first = words[1] if words[0] == "extra" and len(words) > 1 else words[0]
    liked = LIKED.get(first, 0)
    if "warning" in candidate:
        liked -= 25
    return liked


def choose(decision, lot, by_lot):
    """The place of the chosen candidate in the list."""
    candidates = decision["candidates"]
    if by_lot:
        return lot.randrange(len(candidates))
    best = max(score(candidate) for candidate in candidates)
    return lot.choice([i for i, candidate in enumerate(candidates) if score(candidate) == best])


def main():
    """Answers line by line until it is told to quit, or the table is gone."""
    by_lot = "--random" in sys.argv[1:]
    lot = random.Random(0)
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            name = "Random Python" if by_lot else "Little Python"
            send({"type": "hello", "version": 1, "name": name})
        elif kind == "game":
            # The same game, the same lots: a match can be played again.
            lot = random.Random(f"{message['number']} {message['seat']}")
        elif kind == "ping":
            send({"type": "pong", "id": message["id"]})
        elif kind == "decide":
            choice = choose(message, lot, by_lot)
            send({"type": "act", "id": message["id"], "choice": choice})
        elif kind == "refused":
            print(f"refused: {message['reason']}", file=sys.stderr)
        elif kind == "quit":
            break


if __name__ == "__main__":
    main()
