import Testing

@Suite struct SocketErrorTests {
  @Test("An invalid socket is reported with a suggestion", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    http { ["WS /a"] = reply() }
    => 1: the socket route `WS /a` doesn't have a socket; write `["WS /a"] = socket { ... }`

    http { ["WS /a"] = socket(5) }
    => 1: `socket` takes a table, not 5; write `socket { open = reply { ... }, when({ body = { ... } }, reply { ... }) }`

    http { ["WS /a"] = socket { reply(1), opened = reply(1) } }
    => 1: unknown socket event `opened`; did you mean `open`?

    http { ["WS /a"] = socket { message = reply(1) } }
    => 1: unknown socket event `message`; write its responses without a key: `socket { reply { ... } }`

    http { ["WS /a"] = socket { fault "reset", reply(1) } }
    => 1: a socket can't have a fault; write `fail "networkConnectionLost"`, which ends the connection

    http { ["WS /a"] = socket { connect = fault "empty" } }
    => 1: a socket can't have a fault; write `fail "networkConnectionLost"`, which ends the connection

    http { ["WS /a"] = socket { by = "body.id", open = reply(1) } }
    => 1: `by` and `exhausted` apply to responses to messages, but this socket has none; write `socket { reply { ... } }`

    http { ["WS /a"] = socket { reply(1) :status(201) } }
    => 1: a socket's message can't have a status; put a status on the response of `connect`

    http { ["WS /a"] = socket { open = reply(1) :headers { A = "b" } } }
    => 1: a socket's message can't have headers; put headers on the response of `connect`

    http { ["WS /a"] = socket { close(999) } }
    => 1: a socket can't be closed with the code 999; write 1000, or your own code from 4000 to 4999

    http { ["WS /a"] = socket { close("bye") } }
    => 1: `close` takes a code, not the string "bye"; write `close(1000, "done")`

    http { ["WS /a"] = socket { reply(1) :close(4000, 5) } }
    => 1: the reason of `:close` must be a string, not 5; write `:close(4000, "done")`

    http { ["WS /a"] = socket { close(4000, string.rep("x", 124)) } }
    => 1: the reason of `close` has 124 bytes; write at most 123

    http { ["WS /a"] = socket { connect = reply("hello") } }
    => 1: `connect` can't send messages, because the socket isn't open yet; write them in `open`, or `status(403, { ... })` to refuse the socket

    http { ["WS /a"] = socket { connect = close(1000) } }
    => 1: `connect` can't close a socket that isn't open yet; write `status(403)` to refuse it

    http { ["WS /a"] = socket { close = reply("bye") } }
    => 1: nothing can be sent after a socket is closed; write `reply()`

    http { ["WS /a"] = socket { connect = passthrough(), passthrough() } }
    => 1: only a socket's messages and `open` can have `passthrough()`; remove it here; the handshake and the close are passed through if messages or `open` are

    http { ["WS /a"] = socket { passthrough(function(answer) return answer end) } }
    => 1: a function can't change what a service sends to a socket; write `passthrough()`

    http { ["WS /a"] = socket { fail("timedOut") :close(1000) } }
    => 1: `:close` cannot be used on `fail`; remove it, because `fail` already ends the connection

    http { ["WS /a"] = socket { stream(function() emit(1) end) :close(1000) } }
    => 1: `:close` cannot be used on a function; put it on the response that the function returns

    http { ["WS /a"] = socket { when({ bdy = 1 }, reply(1)), when({ headers = { a = "b" } }, reply(1)) } }
    => 1: `message` of a socket has no `bdy`; did you mean `body`?
    => 1: `message` of a socket has no `headers`; known: base64, body, path, query, socket, url

    http { ["WS /a/{id}"] = socket { close = when({ path = { x = "1" } }, reply()) } }
    => 1: the route has no `{x}`; known: id

    http { ["GET /a"] = close(1000) }
    => 1: `close` is for sockets; write `["WS /path"] = socket { ... }`, or remove `close`

    service "S" { m = close(1000) }
    => 1: `close` is for sockets, and `S` isn't a host; write `http "https://api.example.com" { ["WS /path"] = socket { ... } }`

    service "S" { m = socket { reply(1) } }
    => 1: `S.m` is a socket, but its name isn't of the form `WS /path`; write `http "https://api.example.com" { ["WS /chat"] = socket { ... } }`

    http { ["WS /a/{x}"] = socket { reply(1) }, ["WS /a/{y}"] = socket { reply(1) } }
    => 1: the route `WS /a/{y}` matches the same requests as `WS /a/{x}`; keep one, and distinguish requests with `when({ path = ... }, ...)`

    http { ["WS /a?b"] = socket { reply(1) } }
    => 1: the route `WS /a?b` has a `?`; write only the path, and `when({ query = { name = "value" } }, ...)`

    http { ["WS /a"] = socket { reply(1) } :after(5) }
    => 1: a socket doesn't have `after`; put builders on the responses inside it

    http { ["GET /a"] = reply(bytes { base64 = "abc" }) }
    => 1: `base64` of `bytes` is the string "abc", which isn't base64; write `bytes { base64 = message.base64 }`

    http { ["GET /a"] = reply { s = socket { reply(1) } } }
    => 1: a socket in data at `reply.s`; assign it to a route: `["WS /chat"] = socket { ... }`

    http { ["WS /a"] = socket { reply(1) } }
    override("//*", "WS /a", socket { reply(2) })
    => 2: a socket can't be overridden as a whole; write `override("//*", "WS /a message", reply(...))`
    """#)
}
