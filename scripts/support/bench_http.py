"""Measures answers over HTTP with wrk; see scripts/bench-http."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

TURNS = 5
# What has to be reached: answers a second, and the longest of 99 in 100 in milliseconds.
GOALS = {"static": (20_000, 5), "computed": (10_000, 5)}
UNITS = {"us": 0.001, "ms": 1, "s": 1000}


def measure(url, seconds, script):
    output = subprocess.run(
        ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", "-s", script, url],
        capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    latency = re.search(r"99%\s+([\d.]+)(us|ms|s)", output)
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(output)
    return rate, float(latency[1]) * UNITS[latency[2]]


def main():
    parser = argparse.ArgumentParser()
    for name in ["--mocklua", "--raw", "--seconds"]:
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    speed = pathlib.Path(__file__).parent / "inspector" / "speed.lua"
    raw = subprocess.Popen([options.raw], stdout=subprocess.PIPE, text=True)
    served = subprocess.Popen(
        [options.mocklua, "serve", speed, "--quiet"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    try:
        base, token = served.stderr.readline().split(" is at ")[1].strip().split("/#")
        places = {
            "raw": f"http://127.0.0.1:{raw.stdout.readline().strip()}/",
            "static": f"{base}/services/Speed/static", "computed": f"{base}/services/Speed/computed",
        }
        results = {name: [] for name in places}
        with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
            script.write('wrk.method = "POST" wrk.body = \'{"a":1,"b":2}\'\n'
                         'wrk.headers["Content-Type"] = "application/json"\n'
                         f'wrk.headers["Authorization"] = "Bearer {token}"\n')
            script.flush()
            for _ in range(TURNS):
                for name, url in places.items():
                    results[name].append(measure(url, options.seconds, script.name))
    finally:
        raw.terminate()
        served.terminate()
    isReached = True
    best = max(rate for rate, _ in results["raw"])
    for name, turns in results.items():
        rate, slowest = max(turn[0] for turn in turns), min(turn[1] for turn in turns)
        print(f"{name:10} {rate:8.0f} a second, {rate / best:.2f} of raw, p99 {slowest:.2f} ms"
              f"   (all turns: {', '.join(f'{turn[0]:.0f}' for turn in turns)})")
        if name in GOALS and (rate < GOALS[name][0] or slowest > GOALS[name][1]):
            isReached = False
    if not isReached:
        sys.exit("bench-http: slower than it has to be; is the machine doing something else?")


main()
