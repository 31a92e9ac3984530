"""A program that plays the first candidate and misbehaves in the way its argument names."""

import json
import os
import subprocess
import sys
import time

MODE = sys.argv[1]


def send(message):
    print(json.dumps(message), flush=True)


def flood(line):
    while True:
        sys.stdout.buffer.write(line)


def misbehave(message):
    """Answers a decision in the way of the mode; whether that was all there is to say."""
    number = message["id"]
    if MODE == "crash":
        sys.exit("out of cheese")
    if MODE == "closed":
        os.close(1)
        time.sleep(3600)
    if MODE == "silent":
        return True
    if MODE == "slow":
        time.sleep(1)
    if MODE == "illegal":
        send({"type": "act", "id": number, "choice": 9999})
        return True
    if MODE == "forbidden":
        send({"type": "act", "id": number, "action": "end"})
        return True
    if MODE == "garbage":
        print("e2e4", flush=True)
        return True
    if MODE == "unknown":
        send({"type": "castle"})
        return True
    if MODE == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.buffer.flush()
        return True
    if MODE == "long":
        print("x" * 3_000_000, flush=True)
        return True
    if MODE == "endless":
        flood(b"x" * 65536)
    if MODE == "flood":
        flood(b"nonsense\n" * 1000)
    if MODE == "chatter":
        flood(b'{"type":"info","text":"la la la"}\n' * 1000)
    if MODE == "checks":
        for _ in range(40):
            send({"type": "check", "id": number, "choice": 0})
        return True
    if MODE == "resign":
        send({"type": "resign"})
        return True
    if MODE == "twice":
        send({"type": "act", "id": number, "choice": 0})
    if MODE == "stale":
        send({"type": "act", "id": number + 7, "choice": 0})
        return True
    if MODE == "children":
        subprocess.Popen(["sleep", "3600"])
        sys.exit("left a child behind")
    if MODE == "stderr":
        print("complaint " * 1000, file=sys.stderr)
    if MODE == "once" and number == 1:
        MODE_ONCE.append(number)
        if len(MODE_ONCE) == 1:
            send({"type": "check", "id": number, "text": "end"})
            send({"type": "act", "id": number, "choice": 99})
            return True
    if MODE == "text":
        send({"type": "act", "id": number, "text": message["candidates"][0]["text"]})
        return True
    return False


MODE_ONCE = []


def main():
    if MODE == "never":
        sys.exit(3)
    if MODE == "mute":
        time.sleep(3600)
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            version = {"version": 99, "quoted": "1"}.get(MODE, 1)
            send({"type": "hello", "version": version, "name": MODE})
            if MODE == "eager":
                send({"type": "hello", "version": 1, "name": MODE})
                send({"type": "act", "choice": 0})
        elif kind == "ping" and MODE != "unready":
            if MODE == "astray":
                send({"type": "pong", "id": message["id"] + 99})
            send({"type": "pong", "id": message["id"]})
            if MODE == "deaf":
                time.sleep(3600)
        elif kind == "decide" and not misbehave(message):
            send({"type": "act", "id": message["id"], "choice": 0})
        elif kind == "quit" and MODE != "stays":
            break
    if MODE == "stays":
        time.sleep(3600)


main()
