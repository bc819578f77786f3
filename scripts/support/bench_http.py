"""Measures HTTP responses with wrk; see scripts/bench-http."""

import argparse
import contextlib
import pathlib
import re
import resource
import selectors
import socket
import subprocess
import sys
import tempfile
import time

TURNS = 5
# The goals: responses per second, and the 99th percentile of the latency in milliseconds.
GOALS = {
    "static": (20_000, 5), "computed": (10_000, 5),
    "route": (20_000, 5), "route computed": (10_000, 5),
    "of 5,000": (20_000, 5), "of 5,000 computed": (10_000, 5),
}
# The maximum ratio of the first result to the second.
FLAT = [("route", "of 5,000", 1.2), ("route computed", "of 5,000 computed", 1.2)]
# The number of sockets that are open at once, and the goal for the 99th percentile of their latency in milliseconds.
SOCKETS, SOCKET_GOAL = 1000, 10
SOCKET_SCRIPT = """
shared { totals = {} }
http "https://api.example.com" {
  ["WS /count"] = socket {
    function(message)
      local key = tostring(message.socket)
      state.totals[key] = (state.totals[key] or 0) + 1
      return { total = state.totals[key] }
    end,
  },
}
"""
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


def routes(count):
    """A script with `count` routes, half of which are computed."""
    lines = []
    for number in range(count // 2):
        lines.append(f'["GET /static{number}/{{id}}"] = reply {{ ok = true }},')
        lines.append(f'["GET /computed{number}/{{id}}"] = function(request) return {{ id = request.path.id }} end,')
    return 'http "https://api.example.com" {\n' + "\n".join(lines) + "\n}\n"


def serve(stack, mocklua, script, *options):
    """Starts `mocklua serve`, and returns its standard error by line."""
    process = subprocess.Popen(
        [mocklua, "serve", script, "--quiet", *options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    stack.callback(process.terminate)
    return process.stderr


def measure_sockets(port):
    """Opens the sockets, and sends each three messages, with up to 16 unanswered in total. Returns the latencies."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, limit[1]), limit[1]))
    clients = []
    for _ in range(SOCKETS):
        client = socket.create_connection(("127.0.0.1", port), 60)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(b"GET /count HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(4096)
        clients.append(client)
    # A masked text of two bytes, whose mask is zero.
    frame, sent, latencies = b"\x81\x82\0\0\0\0hi", {}, []
    waiting = [client for _ in range(3) for client in clients]
    totals = dict.fromkeys(clients, 0)
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client, selectors.EVENT_READ)
        while waiting or sent:
            while waiting and len(sent) < 16:
                client = waiting.pop(0)
                sent[client] = time.perf_counter()
                client.sendall(frame)
            for key, _ in selector.select(60):
                client = key.fileobj
                latencies.append((time.perf_counter() - sent.pop(client)) * 1000)
                totals[client] += 1
                answer = client.recv(4096)
                assert answer[2:] == b'{"total":%d}' % totals[client], answer
    for client in clients:
        client.close()
    return sorted(latencies)


def main():
    parser = argparse.ArgumentParser()
    for name in ["--mocklua", "--with-sockets", "--raw", "--seconds"]:
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    support = pathlib.Path(__file__).parent
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        raw = subprocess.Popen([options.raw], stdout=subprocess.PIPE, text=True)
        stack.callback(raw.terminate)
        said = serve(stack, options.mocklua, support / "inspector" / "speed.lua")
        base, token = said.readline().split(" is at ")[1].strip().split("/#")
        call = folder / "call.lua"
        call.write_text('wrk.method = "POST" wrk.body = \'{"a":1,"b":2}\'\n'
                        'wrk.headers["Content-Type"] = "application/json"\n'
                        f'wrk.headers["Authorization"] = "Bearer {token}"\n')
        get = folder / "get.lua"
        get.write_text('wrk.method = "GET"\n')
        places = {
            "raw": (f"http://127.0.0.1:{raw.stdout.readline().strip()}/", call),
            "static": (f"{base}/services/Speed/static", call),
            "computed": (f"{base}/services/Speed/computed", call),
        }
        for name, count in [("route", 10), ("of 5,000", 5000)]:
            script = folder / f"{count}.lua"
            script.write_text(routes(count))
            said = serve(stack, options.mocklua, script, "--no-inspector", "--http", "0")
            base = said.readline().split(" are served at ")[1].strip()
            # The last route of each kind.
            places[name] = (f"{base}static{count // 2 - 1}/7", get)
            places[f"{name} computed"] = (f"{base}computed{count // 2 - 1}/7", get)
        script = folder / "sockets.lua"
        script.write_text(SOCKET_SCRIPT)
        said = serve(stack, options.with_sockets, script, "--no-inspector", "--http", "0")
        latencies = measure_sockets(int(said.readline().split(" are served at ")[1].strip(" /\n").rsplit(":", 1)[1]))
        results = {name: [] for name in places}
        for _ in range(TURNS):
            for name, (url, script) in places.items():
                results[name].append(measure(url, options.seconds, script))
    isReached = True
    rates = {name: max(rate for rate, _ in turns) for name, turns in results.items()}
    for name, turns in results.items():
        rate, slowest = rates[name], min(turn[1] for turn in turns)
        print(f"{name:18} {rate:8.0f} a second, {rate / rates['raw']:.2f} of raw, p99 {slowest:.2f} ms"
              f"   (all turns: {', '.join(f'{turn[0]:.0f}' for turn in turns)})")
        if name in GOALS and (rate < GOALS[name][0] or slowest > GOALS[name][1]):
            isReached = False
    for few, many, most in FLAT:
        ratio = rates[few] / rates[many]
        print(f"{many}: {ratio:.2f} times as long as {few} of ten")
        isReached = isReached and ratio <= most
    slowest = latencies[len(latencies) * 99 // 100]
    print(f"{SOCKETS} sockets: {len(latencies)} messages, each with the state of its socket, p99 {slowest:.2f} ms")
    isReached = isReached and slowest <= SOCKET_GOAL
    if not isReached:
        sys.exit("bench-http: slower than required; is the machine busy?")


main()
