"""Sockets of `mocklua serve --http`, for scripts/check-http: common clients, many at once, and hostile frames."""

import asyncio
import base64
import os
import pathlib
import resource
import signal
import socket
import ssl
import struct
import tempfile
import time

import websockets
from websockets.sync.client import connect

TEXT, BYTES, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MESSAGE_LIMIT = 16 << 20


class Raw:
    """A client that sends any bytes after the handshake, and reads frames."""

    def __init__(self, server, path="echo", headers="", seconds=30, tls=None):
        self.connection = socket.create_connection(("127.0.0.1", server.port), seconds)
        if tls:
            self.connection = tls.wrap_socket(self.connection, server_hostname="localhost")
        self.data = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.sendall(
            f"GET /{path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{headers}\r\n".encode())
        while b"\r\n\r\n" not in self.data:
            self.data += self.piece()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def piece(self):
        piece = self.connection.recv(65536)
        if not piece:
            raise ConnectionError("the connection ended")
        return piece

    def take(self, count):
        while len(self.data) < count:
            self.data += self.piece()
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def send(self, data):
        self.connection.sendall(data)

    def read(self):
        """The next frame as its opcode and payload."""
        first, length = self.take(2)
        if length == 126:
            (length,) = struct.unpack("!H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.take(8))
        return first & 15, self.take(length)

    def end(self):
        """Reads to the end. Returns the code of the close frame, or 1006 if there isn't one."""
        code = 1006
        try:
            while True:
                opcode, payload = self.read()
                if opcode == CLOSE:
                    code = struct.unpack("!H", payload[:2])[0] if payload else 1005
        except ConnectionError:
            return code


def frame(opcode, payload=b"", last=True, length=None, masked=True, reserved=0):
    """The bytes of a frame; `length` replaces the length in its head."""
    count = len(payload) if length is None else length
    mask = b"\x01\x02\x03\x04" if masked else b""
    bit = 0x80 if masked else 0
    head = bytes([(0x80 if last else 0) | reserved << 4 | opcode])
    if count < 126:
        head += bytes([bit | count])
    elif count < 65536:
        head += bytes([bit | 126]) + struct.pack("!H", count)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", count)
    if masked:
        payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    return head + mask + payload


def close(code, reason=b""):
    return frame(CLOSE, struct.pack("!H", code) + reason)


def test_socket_messages(server, _):
    """A client of the `websockets` package gets its messages back, and both sides close."""
    with connect(f"ws://localhost:{server.port}/echo", max_size=None) as client:
        for message in ["", "hello", "ü€😀" * 1000, b"", b"\x00\xff" * 1000, "x" * 65535, "x" * 65536,
                        b"y" * (1 << 20)]:
            client.send(message)
            assert client.recv() == message, f"a message of {len(message)} came back differently"
        client.send(iter(["in ", "three ", "fragments"]))
        assert client.recv() == "in three fragments"
        assert client.ping().wait(10), "no pong"
        client.close(4000, "done")
        assert client.close_code == 4000
    with connect(f"ws://localhost:{server.port}/flood", compression=None) as client:
        client.send(b"y" * MESSAGE_LIMIT)
        assert client.recv() == "x" * 10000
    for message, code, reason in [("bye", 4001, "see you"), ("unknown", 1011, None), ("lost", 1006, "")]:
        with connect(f"ws://localhost:{server.port}/chat/red") as client:
            assert client.recv() == '{"hello":"red"}'
            client.send(message)
            try:
                raise AssertionError(client.recv())
            except websockets.ConnectionClosed:
                assert client.close_code == code, (message, client.close_code)
                assert reason is None or client.close_reason == reason


def check_tls(server, certificate):
    """Sockets over TLS send messages and close."""
    address, context = f"wss://localhost:{server.port}", ssl.create_default_context(cafile=certificate)
    for message in ["", "hello", b"\x00\xff" * 1000, "x" * 65536, "x" * 3_000_000] * 4:
        with connect(f"{address}/echo", ssl=context, max_size=None) as client:
            began = time.monotonic()
            client.send(message)
            assert client.recv() == message, f"a message of {len(message)} came back differently"
            client.close(4000, "done")
            assert client.close_code == 4000, f"the server closed with {client.close_code} in place of 4000"
            assert time.monotonic() - began < 3, "the server took too long"
    for message, code in [("bye", 4001), ("lost", 1006)] * 4:
        with connect(f"{address}/chat/red", ssl=context) as client:
            assert client.recv() == '{"hello":"red"}'
            client.send(message)
            try:
                raise AssertionError(client.recv())
            except websockets.ConnectionClosed:
                assert client.close_code == code, (message, client.close_code)
    descriptors = pathlib.Path(f"/proc/{server.process.pid}/fd")
    opened = len(list(descriptors.iterdir())) if descriptors.exists() else 0
    clients = [Raw(server, "chat/red", tls=context) for _ in range(50)]
    for client in clients:
        assert client.read() == (TEXT, b'{"hello":"red"}')
        client.connection.close()
    deadline = time.monotonic() + 60
    while descriptors.exists() and len(list(descriptors.iterdir())) > opened + 10:
        assert time.monotonic() < deadline, "the server keeps connections that their clients have closed"
        time.sleep(0.1)


def test_socket_refusals(server, _):
    """Handshakes that must not open a socket get a status."""
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    common = "Host: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    version = "Sec-WebSocket-Version: 13\r\n"
    for headers, status in [
        (common + key + version, 101), (common + key, 426), (common + key + "Sec-WebSocket-Version: 8\r\n", 426),
        (common + version, 400), (common + version + key + key, 400),
        (common + version + "Sec-WebSocket-Key: short\r\n", 400),
        (common.replace("localhost", "evil.example.com") + key + version, 403),
    ]:
        with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
            connection.sendall(f"GET /echo HTTP/1.1\r\n{headers}\r\n".encode())
            answer = connection.recv(4096)
        assert int(answer.split(b" ")[1]) == status, (headers, answer)


CASES = [
    # the case, the client's bytes, the server's frames, and the code of its close frame
    ("a masked text", frame(TEXT, b"hi") + close(1000), [(TEXT, b"hi")], 1000),
    ("fragments with a ping between them", frame(TEXT, b"a", last=False) + frame(PING, b"p") + frame(0, b"b")
     + close(1000), [(PONG, b"p"), (TEXT, b"ab")], 1000),
    ("an empty fragment at the end", frame(TEXT, b"a", last=False) + frame(0) + close(1000), [(TEXT, b"a")], 1000),
    ("a pong that nobody asked for", frame(PONG, b"x") + frame(TEXT, b"a") + close(1000), [(TEXT, b"a")], 1000),
    ("a ping of 125 bytes", frame(PING, b"x" * 125) + close(1000), [(PONG, b"x" * 125)], 1000),
    ("a close without a code", frame(CLOSE), [], 1005),
    ("a close with a reason", close(4999, b"x" * 123), [], 4999),
    ("a frame that isn't masked", frame(TEXT, b"hi", masked=False), [], 1002),
    ("reserved bits", frame(TEXT, b"hi", reserved=4), [], 1002),
    ("a reserved opcode", frame(3, b"hi"), [], 1002),
    ("a reserved control opcode", frame(11), [], 1002),
    ("a ping of 126 bytes", frame(PING, b"x" * 126), [], 1002),
    ("a ping in fragments", frame(PING, b"x", last=False), [], 1002),
    ("a continuation of nothing", frame(0, b"x"), [], 1002),
    ("a text inside a text", frame(TEXT, b"a", last=False) + frame(TEXT, b"b"), [], 1002),
    ("a text that isn't UTF-8", frame(TEXT, b"\xce\xba\xff"), [], 1007),
    ("half a character at the end", frame(TEXT, b"\xe2\x82"), [], 1007),
    ("half a surrogate", frame(TEXT, b"\xed\xa0\x80"), [], 1007),
    ("a text whose second fragment isn't UTF-8", frame(TEXT, b"a", last=False) + frame(0, b"\xff"), [], 1007),
    ("a close of one byte", frame(CLOSE, b"\x03"), [], 1005),
    ("a close with a reserved code", close(1005), [], 1002),
    ("a close with an unknown code", close(2999), [], 1002),
    ("a close whose reason isn't UTF-8", close(1000, b"\xff"), [], 1007),
    ("a length of 2^63", frame(BYTES, b"x", length=1 << 63), [], 1002),
    ("a length of 2^62", frame(BYTES, b"x", length=1 << 62), [], 1009),
    ("a length above the limit", frame(BYTES, b"x", length=MESSAGE_LIMIT + 1), [], 1009),
    ("a length with more bytes than needed", bytes([0x82, 0xFE, 0, 5]) + b"\0\0\0\0hello", [], 1002),
]


def test_socket_frames(server, _):
    """Valid frames are answered, and invalid ones end in a close frame with the code of RFC 6455."""
    for what, sent, frames, code in CASES:
        for one_by_one in (False, True):
            if one_by_one and len(sent) > 300:
                continue
            with Raw(server) as client:
                for piece in [bytes([byte]) for byte in sent] if one_by_one else [sent]:
                    try:
                        client.send(piece)
                    except OSError:
                        break
                got = [client.read() for _ in frames]
                assert got == frames, f"{what}: {got}"
                ended = client.end()
                assert ended == code, f"{what}: closed with {ended} in place of {code}"


def test_socket_fragments(server, _):
    """A message can have many fragments, but endless fragments close the socket."""
    with Raw(server) as client:
        client.send(frame(BYTES, b"x", last=False))
        for _ in range(999):
            client.send(frame(0, b"x", last=False))
        client.send(frame(0, b"x"))
        opcode, payload = client.read()
        assert (opcode, payload) == (BYTES, b"x" * 1001)
    with Raw(server) as client:
        piece = frame(0, bytes(1 << 16), last=False)
        client.send(frame(BYTES, b"", last=False))
        try:
            for _ in range(1 << 12):
                client.send(piece)
        except OSError:
            pass
        assert client.end() == 1009


def test_socket_floods(server, _):
    """Pings and messages use limited memory if the client doesn't read the responses."""
    before = server.kibibytes()
    for sent in (frame(PING, b"x" * 125) * 500, frame(TEXT, b"big") * 500):
        with Raw(server, "flood", seconds=3) as client:
            client.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            try:
                for _ in range(20000):
                    client.send(sent)
            except OSError:
                pass
    grown = (server.kibibytes() - before) >> 10
    assert grown < 400, f"floods have made the server {grown} MiB larger"
    assert server.status("/users/7") == 200


def test_socket_slowness(server, _):
    """An incomplete message ends the socket after 20 seconds, even if bytes keep arriving slowly."""
    with Raw(server, seconds=60) as quiet, Raw(server, seconds=60) as slow, Raw(server, seconds=60) as idle:
        quiet.send(frame(TEXT, b"hello")[:3])
        slow.send(frame(TEXT, b"x" * 100, last=False))
        began = time.monotonic()
        try:
            for _ in range(60):
                slow.send(frame(0, b"x", last=False))
                time.sleep(0.5)
                slow.connection.settimeout(0.01)
                try:
                    slow.data += slow.piece()
                    break
                except TimeoutError:
                    continue
        except OSError:
            pass
        slow.connection.settimeout(30)
        assert slow.end() == 1008
        assert quiet.end() == 1008
        seconds = time.monotonic() - began
        assert 15 < seconds < 40, f"a slow message ended after {seconds:.0f} s"
        idle.send(frame(TEXT, b"still here"))
        assert idle.read() == (TEXT, b"still here"), "a socket without messages has ended, too"


def test_thousand_sockets(server, _):
    """A thousand sockets at once have separate sequences and state, and end with their clients."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, limit[1]), limit[1]))
    before = server.descriptors()

    async def one(number, all_open):
        async with websockets.connect(f"ws://localhost:{server.port}/chat/{number}", open_timeout=60) as client:
            assert await client.recv() == f'{{"hello":"{number}"}}'
            all_open[0] += 1
            while all_open[0] < 1000:
                await asyncio.sleep(0.05)
            for turn in range(1, 4):
                await client.send('{"type":"next"}')
                assert await client.recv() == f'{{"n":{turn}}}'
                await client.send(f'{{"add":{number}}}')
                total = await client.recv()
                assert total == f'{{"total":{number * turn}}}', (number, turn, total)

    async def everyone():
        all_open = [0]
        await asyncio.gather(*(one(number, all_open) for number in range(1000)))

    asyncio.run(everyone())
    end = time.monotonic() + 30
    while server.descriptors() > before + 5:
        assert time.monotonic() < end, "sockets of clients that have gone stay open"
        time.sleep(0.1)


def talk(server):
    """Sends messages to a socket, and returns the received messages in order, and how the socket closed."""
    got = []
    with connect(f"ws://localhost:{server.port}/chat/red") as client:
        got.append(client.recv(30))
        for message in ['{"type":"next"}', '{"add":2}', '{"type":"next"}', '{"add":3}']:
            client.send(message)
            got.append(client.recv(30))
        client.send("bye")
        try:
            got.append(client.recv(30))
        except websockets.ConnectionClosed:
            got.append((client.close_code, client.close_reason))
    return got


def test_passed_sockets(server, options):
    """A socket is passed to a live service, with and without TLS. Its recording sends the same messages."""
    make, folder = type(server), pathlib.Path(tempfile.mkdtemp())
    wanted = ['{"hello":"red"}', '{"n":1}', '{"total":2}', '{"n":2}', '{"total":5}', (4001, "see you")]
    script, recorded = folder / "passing.lua", folder / "recorded.lua"
    for tls in [[], ["--tls", "--certificate", "cert.pem"]]:
        live = make(options.mocklua, pathlib.Path(__file__).parent / "http" / "api.lua", *tls)
        scheme = "https" if tls else "http"
        script.write_text(f'http "{scheme}://localhost:{live.port}" {{ ["WS /chat/{{room}}"] = passthrough() }}\n')
        if tls:
            strange = make(options.mocklua, script)
            try:
                talk(strange)
                raise AssertionError("a server with an unknown certificate was trusted")
            except websockets.InvalidStatus as error:
                assert error.response.status_code == 502, error.response
            strange.close()
        trusted = {"SSL_CERT_FILE": str(live.folder / "cert.pem")} if tls else {}
        passing = make(options.mocklua, script, "--record", str(recorded), environment=trusted)
        got = talk(passing)
        assert got == wanted, got
        passing.process.send_signal(signal.SIGINT)
        passing.process.wait(60)
        live.close()
        text = recorded.read_text()
        assert "] = socket {" in text and "when(" in text, text
        replaying = make(options.mocklua, recorded)
        got = talk(replaying)
        assert got == wanted, (got, text)
        replaying.close()
        recorded.unlink()


ALL = {name: test for name, test in globals().items() if name.startswith("test_")}
