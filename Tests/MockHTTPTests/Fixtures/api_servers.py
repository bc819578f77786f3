#!/usr/bin/env python3
"""Stateful JSON APIs for the recording tests, each on its own port.

Prints one line of JSON with the ports by name, and serves until standard input ends. `POST /__reset` resets an API.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

APPS = {}


def app(name):
    def register(kind):
        APPS[name] = kind
        return kind

    return register


class Answer(Exception):
    """A response, raised to end a request: a status, a body, and headers."""

    def __init__(self, status, body=None, headers=None, raw=None):
        super().__init__(status)
        self.status, self.body, self.headers, self.raw = status, body, headers or {}, raw


class Rows:
    """Numbered rows, in order."""

    def __init__(self, *rows, first=None):
        self.rows = [dict(row) for row in rows]
        self.next = first or max([row["id"] for row in self.rows], default=0) + 1

    def add(self, **fields):
        row = {"id": self.next, **fields}
        self.next += 1
        self.rows.append(row)
        return row

    def find(self, number, body=None):
        for row in self.rows:
            if str(row["id"]) == number:
                return row
        raise Answer(404, body or {"error": "not found"})


@app("todos")
class Todos:
    def __init__(self):
        self.rows = Rows(
            {"id": 1, "title": "Buy milk", "done": False, "priority": 2},
            {"id": 2, "title": "Call Ada", "done": True, "priority": 1},
            {"id": 3, "title": "Water the plants", "done": False, "priority": 3},
        )

    def handle(self, r):
        if r.parts == ["todos"]:
            if r.method == "GET":
                rows = self.rows.rows
                if "done" in r.query:
                    rows = [row for row in rows if row["done"] == (r.query["done"] == "true")]
                return rows
            if r.method == "POST":
                if not r.body.get("title"):
                    raise Answer(422, {"error": "a title is needed"})
                row = self.rows.add(title=r.body["title"], done=False, priority=r.body.get("priority", 5))
                raise Answer(201, row, {"Location": f"/todos/{row['id']}"})
        if len(r.parts) == 2 and r.parts[0] == "todos":
            row = self.rows.find(r.parts[1], {"error": f"no todo {r.parts[1]}"})
            if r.method == "GET":
                return row
            if r.method == "PATCH":
                row.update(r.body)
                return row
            if r.method == "DELETE":
                self.rows.rows.remove(row)
                raise Answer(204)
        raise Answer(405)


@app("session")
class Session:
    """Orders that are only visible after signing in."""

    def __init__(self):
        self.token = None

    def handle(self, r):
        if r.parts == ["login"]:
            if r.body.get("phrase") != "open sesame":
                raise Answer(403, {"error": "wrong phrase"})
            self.token = "t-1"
            return {"user": r.body["user"], "lastVisit": "2026-03-01"}
        if self.token is None or r.headers.get("authorization") != f"Bearer {self.token}":
            raise Answer(401, {"error": "sign in first"})
        if r.parts == ["logout"]:
            self.token = None
            raise Answer(204)
        if r.parts == ["me"]:
            return {"name": "Ada Lovelace", "plan": "gold", "visits": 12, "languages": ["en", "fr"]}
        if r.parts == ["orders"]:
            return {"orders": [{"number": "A-17", "total": 12.5}, {"number": "A-18", "total": 3}]}
        raise Answer(404)


@app("cart")
class Cart:
    def __init__(self):
        self.rows = Rows(first=1)

    def handle(self, r):
        if r.parts == ["cart"]:
            if r.method == "DELETE":
                self.rows.rows.clear()
                raise Answer(204)
            rows = self.rows.rows
            return {"items": rows, "count": len(rows), "total": sum(row["price"] * row["quantity"] for row in rows)}
        if r.parts == ["cart", "items"]:
            raise Answer(
                201, self.rows.add(name=r.body["name"], price=r.body["price"], quantity=r.body.get("quantity", 1))
            )
        row = self.rows.find(r.parts[2])
        if r.method == "PUT":
            row["quantity"] = r.body["quantity"]
            return row
        self.rows.rows.remove(row)
        raise Answer(204)


@app("counter")
class Counter:
    def __init__(self):
        self.value = 3

    def handle(self, r):
        if r.parts == ["counter"]:
            return {"value": self.value, "name": "visits"}
        if r.parts == ["counter", "increment"]:
            self.value += r.body["by"]
        elif r.parts == ["counter", "decrement"]:
            self.value -= 1
        elif r.parts == ["counter", "reset"]:
            self.value = 0
        return {"value": self.value}


@app("lights")
class Lights:
    def __init__(self):
        self.rows = Rows(
            {"id": 1, "room": "kitchen", "on": False, "level": 10},
            {"id": 2, "room": "hall", "on": True, "level": 40},
            {"id": 3, "room": "attic", "on": False, "level": 0},
        )

    def handle(self, r):
        if r.parts == ["lights"]:
            return {"lights": self.rows.rows}
        row = self.rows.find(r.parts[1])
        if r.parts[2:] == ["toggle"]:
            row["on"] = not row["on"]
        if r.parts[2:] == ["level"]:
            row["level"] = r.body["level"]
        if r.parts[2:] == ["brighter"]:
            row["level"] += r.body["by"]
        return row


@app("profile")
class Profile:
    def __init__(self):
        self.profile = {"name": "Ada", "theme": "light", "newsletter": False, "member": True}

    def handle(self, r):
        if r.parts == ["profile"] and r.method == "PUT":
            self.profile["name"] = r.body["name"]
            self.profile["theme"] = r.body["theme"]
            raise Answer(204)
        if r.parts == ["newsletter"]:
            self.profile["newsletter"] = r.method == "POST"
            return {"ok": True}
        return self.profile


@app("posts")
class Posts:
    def __init__(self):
        self.rows = Rows(*({"id": n, "title": f"Post {n}", "author": "ada"} for n in range(1, 8)))

    def handle(self, r):
        if r.parts == ["posts"] and r.method == "GET":
            page, limit = int(r.query.get("page", 1)), int(r.query.get("limit", 3))
            rows = self.rows.rows
            return {"items": rows[(page - 1) * limit : page * limit], "total": len(rows), "page": page}
        if r.parts == ["posts"]:
            raise Answer(201, self.rows.add(title=r.body["title"], author=r.body["author"]))
        row = self.rows.find(r.parts[1], {"code": "gone", "message": "there is no such post"})
        if r.method == "DELETE":
            self.rows.rows.remove(row)
            return {"deleted": row["id"]}
        return row


@app("contacts")
class Contacts:
    """A list with the newest contact first, searchable by name."""

    def __init__(self):
        self.rows = Rows(
            {"id": 10, "name": "Ada Lovelace", "city": "London"},
            {"id": 11, "name": "Alan Turing", "city": "Wilmslow"},
            {"id": 12, "name": "Grace Hopper", "city": "New York"},
            {"id": 13, "name": "Edsger Dijkstra", "city": "Austin"},
        )

    def handle(self, r):
        if r.parts == ["contacts"] and r.method == "GET":
            rows = list(reversed(self.rows.rows))
            if "q" in r.query:
                rows = [row for row in rows if r.query["q"].lower() in row["name"].lower()]
            return {"contacts": rows}
        if r.parts == ["contacts"]:
            if any(row["name"] == r.body["name"] for row in self.rows.rows):
                raise Answer(409, {"error": "the name is taken"})
            raise Answer(201, self.rows.add(name=r.body["name"], city=r.body["city"]))
        row = self.rows.find(r.parts[1])
        if r.method == "DELETE":
            self.rows.rows.remove(row)
            raise Answer(204)
        return row


@app("shop")
class Shop:
    def __init__(self):
        self.rows = Rows(
            {"id": 1, "name": "Tea", "price": 4, "stock": 5},
            {"id": 2, "name": "Mate", "price": 6, "stock": 2},
            {"id": 3, "name": "Coffee", "price": 7, "stock": 9},
        )

    def handle(self, r):
        if r.parts == ["products"]:
            return self.rows.rows
        row = self.rows.find(r.parts[1], {"error": f"product {r.parts[1]} is unknown"})
        if r.parts[2:] == ["buy"]:
            if row["stock"] < r.body["quantity"]:
                raise Answer(409, {"error": "too few"})
            row["stock"] -= r.body["quantity"]
        return row


@app("tickets")
class Tickets:
    def __init__(self):
        self.rows = Rows(
            {"id": 1, "subject": "Broken door", "status": "open", "assignee": None},
            {"id": 2, "subject": "No light", "status": "open", "assignee": "bob"},
        )

    def handle(self, r):
        if r.parts == ["tickets"] and r.method == "POST":
            raise Answer(201, self.rows.add(subject=r.body["subject"], status="open", assignee=None))
        if r.parts == ["tickets"]:
            return {"tickets": [{"id": row["id"], "subject": row["subject"]} for row in self.rows.rows]}
        row = self.rows.find(r.parts[1])
        if r.parts[2:] == ["close"]:
            if row["status"] == "closed":
                raise Answer(409, {"error": f"ticket {row['id']} is closed"})
            row["status"] = "closed"
        if r.parts[2:] == ["assign"]:
            row["assignee"] = r.body["assignee"]
        return row


@app("bookmarks")
class Bookmarks:
    """Rows that require a sign-in."""

    def __init__(self):
        self.signed_in = False
        self.rows = Rows({"id": 1, "url": "https://example.com/a", "tag": "work"}, first=40)

    def handle(self, r):
        if r.parts == ["sign-in"]:
            self.signed_in = True
            return {"ok": True}
        if r.parts == ["sign-out"]:
            self.signed_in = False
            return {"ok": True}
        if not self.signed_in:
            raise Answer(401, {"error": "unauthorized"})
        if r.parts == ["bookmarks"]:
            if r.method == "GET":
                rows = self.rows.rows
                if "tag" in r.query:
                    rows = [row for row in rows if row["tag"] == r.query["tag"]]
                return rows
            raise Answer(201, self.rows.add(url=r.body["url"], tag=r.body["tag"]))
        row = self.rows.find(r.parts[1])
        if r.method == "DELETE":
            self.rows.rows.remove(row)
            raise Answer(204)
        return row


@app("static")
class Static:
    """Stateless responses: pages, uploads, events, text, bytes, and headers."""

    def handle(self, r):
        name = r.parts[0] if r.parts else ""
        if name == "pages":
            page = int(r.query.get("page", 1))
            return {"page": page, "items": [page * 10 + n for n in range(3)], "next": page + 1 if page < 3 else None}
        if name == "upload":
            raise Answer(201, {"size": len(r.raw), "type": r.headers.get("content-type", "none").split(";")[0]})
        if name == "events":
            raw = b"".join(b"event: tick\ndata: %d\n\n" % n for n in range(3))
            raise Answer(200, headers={"Content-Type": "text/event-stream"}, raw=raw)
        if name == "text":
            raise Answer(200, headers={"Content-Type": "text/plain; charset=utf-8"}, raw="Grüße\n".encode())
        if name == "bytes":
            raise Answer(200, headers={"Content-Type": "application/octet-stream"}, raw=bytes([0, 255, 128]) * 100)
        if name == "large":
            return {"rows": [{"n": n, "text": "word " * 20} for n in range(1000)]}
        if name == "status":
            raise Answer(int(r.parts[1]), {"status": int(r.parts[1])})
        if name == "empty":
            raise Answer(204)
        if name == "headers":
            raise Answer(200, {"ok": True}, {"ETag": '"v1"', "X-Rate-Limit": "10"})
        if name == "language":
            return {"hello": {"fr": "bonjour", "de": "hallo"}.get(r.headers.get("accept-language", ""), "hello")}
        if name == "sum":
            return {"sum": sum(r.body["numbers"])}
        if name == "form":
            return {"raw": r.raw.decode()}
        if name == "deep":
            return {"a": {"b": {"c": {"d": [1, [2, [3]], {"e": None}]}}}, "float": 0.1, "big": 9007199254740993}
        if name == "null":
            return None
        if name == "list":
            return []
        if name == "echo":
            return {"query": r.query, "path": r.parts[1:]}
        raise Answer(404, {"error": "none"})


class Request:
    def __init__(self, method, target, headers, raw):
        url = urlsplit(target)
        self.method, self.raw = method, raw
        self.parts = [part for part in url.path.split("/") if part]
        self.query = {name: values[-1] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.body = {}
        if raw and "json" in self.headers.get("content-type", ""):
            self.body = json.loads(raw)


def handler(kind):
    state = {"app": kind(), "lock": threading.Lock()}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def serve(self):
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            request = Request(self.command, self.path, self.headers, raw)
            with state["lock"]:
                try:
                    if self.path == "/__reset":
                        state["app"] = kind()
                        raise Answer(204)
                    raise Answer(200, state["app"].handle(request))
                except Answer as answer:
                    self.send(answer)

        def send(self, answer):
            has_body = answer.status not in (204, 304)
            data = answer.raw
            headers = dict(answer.headers)
            if data is None and has_body:
                data = json.dumps(answer.body).encode()
                headers.setdefault("Content-Type", "application/json")
            self.send_response(answer.status)
            for name, value in headers.items():
                self.send_header(name, value)
            if has_body:
                self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if has_body and self.command != "HEAD":
                self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = serve

        def log_message(self, *_):
            pass

    return Handler


def main():
    ports = {}
    for name, kind in APPS.items():
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler(kind))
        server.daemon_threads = True
        ports[name] = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps(ports), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
