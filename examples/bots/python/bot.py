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
    # Rome: new units into the line, close it up, attack.
    "place": 60, "attack": 40, "shift": 10, "end": 5, "play": 42, "switch": -5, "ride": -5, "flank": -5,
    # Kill Team: fight where it can be done, get on with it otherwise.
    "charge": 45, "strike": 30, "activate": 15, "walk": 5, "run": 4, "done": -5,
    "pass": -8, "finish": -20, "reactivate": -2, "hold": -1,
}


# Rome: the power printed on the cards.
POWER = {
    "archer": 1, "ballista": 1, "catapult": 1, "cavalry": 3, "centurion": 2, "chariot": 2,
    "consul": 2, "elephant": 5, "infantry": 2, "praetorian": 4, "slinger": 1, "standard": 2,
}


def send(message):
    """Says one line. Without the flush it would wait in a buffer."""
    print(json.dumps(message), flush=True)


def score(candidate, view):
    """How much a candidate is liked: by its first word, by whom it kills, less with a warning."""
    words = candidate["text"].split()
    first = words[1] if words[0] == "extra" and len(words) > 1 else words[0]
    liked = LIKED.get(first.rstrip(","), 0)
    if "kills " in candidate["says"]:
        liked += 2 + candidate["says"].split("kills ")[1].split(";")[0].count(",")
    if "warning" in candidate:
        liked -= 25
    return liked + vanguard(candidate["action"], view)


def vanguard(action, view):
    """Rome: a strong front, and in its middle somebody who beats the one opposite."""
    if not isinstance(action, dict) or "table" not in view:
        return 0
    if "arrange" in action:
        return sum(POWER[unit["kind"]] for unit in action["arrange"]["front"]["units"])
    lines = [{unit["at"]: unit.get("kind") for unit in line} for line in view["table"]["lines"]]
    seat = ord(view["seat"]) - ord("A")
    place, shift = action.get("place", {}), action.get("shift", {})
    if place.get("column") == 0:
        kind = place["unit"]
    elif shift.get("forward", {}).get("column") == 0:
        kind = lines[seat].get("r0")
    elif shift.get("inward", {}).get("column") == 0:
        kind = lines[seat].get("f1" if shift["inward"]["from"] == "right" else "f-1")
    else:
        return 0
    power = POWER.get(kind, 0)
    theirs = min(POWER.get(line.get("f0"), 9) for i, line in enumerate(lines) if i != seat)
    return 70 + power if power >= theirs or kind == "archer" else 20 + power


def choose(decision, lot, by_lot):
    """The place of the chosen candidate in the list."""
    candidates = decision["candidates"]
    if by_lot:
        return lot.randrange(len(candidates))
    scores = [score(candidate, decision["view"]) for candidate in candidates]
    return lot.choice([i for i, liked in enumerate(scores) if liked == max(scores)])


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
