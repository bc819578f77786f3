import Testing

@Suite struct RouteErrorTests {
  @Test(
    "An invalid host, route, or response is reported with a suggestion", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    http "ftp://x" { ["GET /a"] = reply() }
    => 1: the scheme of `ftp://x` is neither http nor https; write `https://x`

    http "https://y.example/v1" { ["GET /a"] = reply() }
    => 1: the host `https://y.example/v1` has a path; write only the host, and put the path in each route: `["GET /v1/..."]`

    http "https://me@y.example" { ["GET /a"] = reply() }
    => 1: the host `https://me@y.example` has a user name; remove it, and match the request's `authorization` header instead

    http "https://y.example:99999" { ["GET /a"] = reply() }
    => 1: the port of `https://y.example:99999` isn't a number from 1 to 65535; write `https://y.example:8080`

    http "a b" { ["GET /a"] = reply() }
    => 1: `a b` isn't a host; write `https://api.example.com`, `*.example.com`, or no name for any host

    http(5) { ["GET /a"] = reply() }
    => 1: a host must be a non-empty string, not 5; write `http "https://api.example.com" { ["GET /users/{id}"] = reply { ... } }`

    service "HTTPS://Y.example" { ["GET /a"] = reply() }
    => 1: the host `HTTPS://Y.example` isn't normalized; write `https://y.example`

    http "y.example" {
      ["get /a"] = reply(),
      ["/b"] = reply(),
      ["GET b"] = reply(),
      ["A_B /c"] = reply(),
    }
    => 2: the HTTP method `get` must consist of capital letters; write `GET`, or `*` for any method
    => 3: the route `/b` doesn't name an HTTP method; write `["GET /b"]`, or `*` for any method
    => 4: the path `b` of a route does not begin with a slash; write `GET /b`; the host goes after `http`
    => 5: the HTTP method `A_B` must consist of capital letters; write `GET`, or `*` for any method

    http {
      ["GET https://y.example/users"] = reply(),
      ["GET,POST /a"] = reply(),
      ["GET /a/{x?}"] = reply(),
      ["GET /a/:x?/b"] = reply(),
    }
    => 2: the route `GET https://y.example/users` has a whole URL; write `http "https://y.example" { ["GET /users"] = ... }`
    => 3: the route `GET,POST /a` has several HTTP methods; write one route for each, such as `["GET /a"]`
    => 4: the route `GET /a/{x?}` has an optional parameter; write two routes: `GET /a` and `GET /a/{x}`
    => 5: the route `GET /a/:x?/b` has an optional parameter; write two routes: `GET /a/b` and `GET /a/{x}/b`

    http {
      ["GET /a?x=1"] = reply(),
      ["GET /a/{b}c}"] = reply(),
      ["GET /{rest...}/a"] = reply(),
      ["GET /{a}/{a}"] = reply(),
      ["GET /%zz"] = reply(),
      ["GET /a{b...}"] = reply(),
      ["GET /{a}{b}"] = reply(),
      ["GET /{a}%zz"] = reply(),
      ["GET /{a}-{a}"] = reply(),
    }
    => 2: the route `GET /a?x=1` has a `?`; write only the path, and `when({ query = { name = "value" } }, ...)`
    => 3: the part `{b}c}` of the route `GET /a/{b}c}` isn't a valid parameter; write `{name}`, with or without text around it, or only `{name...}` to match all remaining parts
    => 4: `{rest...}` is in the middle of the route `GET /{rest...}/a`; move it to the end, because it matches the rest of the path
    => 5: the route `GET /{a}/{a}` has the parameter `a` twice; rename one of them
    => 6: the route `GET /%zz` has an invalid `%` escape; write two hexadecimal digits after the `%`
    => 7: the part `a{b...}` of the route `GET /a{b...}` isn't a valid parameter; write `{name}`, with or without text around it, or only `{name...}` to match all remaining parts
    => 8: the parameters of `{a}{b}` cannot be separated in the route `GET /{a}{b}`; keep one, or put text between them
    => 9: the route `GET /{a}%zz` has an invalid `%` escape; write two hexadecimal digits after the `%`
    => 10: the route `GET /{a}-{a}` has the parameter `a` twice; rename one of them

    http {
      ["GET /a/:id/b"] = reply(),
      ["GET /a/<int:id>"] = reply(),
      ["GET /a/*"] = reply(),
      ["GET /a/**"] = reply(),
      ["GET /a/%3Aid/b"] = reply(),
      ["POST /a/b:cancel"] = reply(),
      ["GET /b/:id(a+)"] = reply(),
      ["GET /c/:from-:to"] = reply(),
      ["GET /d/*.json"] = reply(),
      ["GET /e/(.*)"] = reply(),
      ["GET /f/[0-9]+"] = reply(),
      ["GET /g/{id:int}"] = reply(),
      ["GET /h/{ id }"] = reply(),
      ["GET /i "] = reply(),
      ["ANY /j"] = reply(),
      ["DEL /k"] = reply(),
    }
    => 2: the part `:id` of the route `GET /a/:id/b` looks like a parameter; write `{id}`, or `%3Aid` for the text `:id`
    => 3: the part `<int:id>` of the route `GET /a/<int:id>` looks like a parameter; write `{id}`
    => 4: the part `*` of the route `GET /a/*` looks like a parameter; write `{name}`, or `%2A` for the text `*`
    => 5: the part `**` of the route `GET /a/**` looks like a parameter; write `{name...}` at the end, or `%2A%2A` for the text `**`
    => 8: the part `:id(a+)` of the route `GET /b/:id(a+)` looks like a parameter; write `{id}`, or `%3Aid(a+)` for the text `:id(a+)`
    => 9: the part `:from-:to` of the route `GET /c/:from-:to` looks like a parameter; write `{from}-{to}`, or `%3Afrom-:to` for the text `:from-:to`
    => 10: the part `*.json` of the route `GET /d/*.json` looks like a parameter; write `{name}.json`, or `%2A.json` for the text `*.json`
    => 11: the part `(.*)` of the route `GET /e/(.*)` looks like a parameter; write `{name...}` at the end, or `(.%2A)` for the text `(.*)`
    => 12: the part `[0-9]+` of the route `GET /f/[0-9]+` looks like a parameter; write `{name}`, or `[0-9]%2B` for the text `[0-9]+`
    => 13: the parameter `{id:int}` of the route `GET /g/{id:int}` has more than a name; write `{id}`, and `when({ path = { id = is.regex "..." } }, ...)`
    => 14: the parameter `{ id }` of the route `GET /h/{ id }` has more than a name; write `{id}`
    => 15: the route `GET /i ` ends with a space; write `GET /i`, or `%20` for a space in the path
    => 16: `ANY` isn't an HTTP method; write `["* /j"]`, because `*` means any method
    => 17: `DEL` isn't an HTTP method; write `["DELETE /k"]`

    http {
      ["*"] = reply(),
      ["GET *"] = reply(),
      ["GET  /a"] = reply(),
      ["GET:/b"] = reply(),
      GET = reply(),
    }
    => 2: the route `*` doesn't name an HTTP method; write `["* /{rest...}"]`
    => 3: the path `*` of a route does not begin with a slash; write `GET /{rest...}`; the host goes after `http`
    => 4: the path ` /a` of a route does not begin with a slash; write `GET /a`; the host goes after `http`
    => 5: the route `GET:/b` doesn't name an HTTP method; write `["GET /b"]`
    => 6: the route `GET` doesn't name a path; write `["GET /path"]`

    http "https://a.example/*" { ["GET /a"] = reply() }
    => 1: the host `https://a.example/*` has a path; write only the host, and put the path in each route: `["GET /..."]`

    service "A" { ["GET /a"] = reply() }
    => 1: `GET /a` is a route, but `A` isn't a host; write `http "https://api.example.com" { ["GET /a"] = ... }`

    local api = http "https://a.example"
    api.get("/a", reply())
    => 2: a host doesn't have `get`; write `["GET /path"] = reply(...)` in its table

    http {
      ["GET /a/{id}"] = {
        when({ path = "/a/7" }, reply()),
        when({ query = null }, reply()),
        when({ path = { id = { "1" } } }, reply()),
        when({ query = { a = is.type "int" } }, reply()),
        when({ method = "POST" }, reply()),
        when({ url = "/a/7" }, reply()),
        when({ headers = { contentType = "a" } }, reply()),
        when({ method = "HEAD", bodyProblem = is.exists }, reply()),
      },
    }
    => 3: `path` is a table, so it is never "/a/7"; write `path = { id = "value" }`
    => 4: `query` is a table, so it is never null; write `query = { name = "value" }`
    => 5: `path.id` is a string, so it is never a list; write `is.one_of { ... }`
    => 6: `query.a` is a string, so its type is never `int`; write a pattern for the text, such as `is.regex "^[0-9]+$"`
    => 7: the route only receives `GET` requests, so `method` is never "POST"; remove it, or write `*` as the route's method
    => 8: `url` is the whole address, so it is never "/a/7"; remove it, or write `is.ends_with "/a/7"`
    => 9: header names are lowercase: `content-type`

    http { ["GET /a"] = fail(404) }
    => 1: the code of `fail` must be a non-empty string, not 404; write `status(404)` in a route, or `fail("timedOut")`

    http { ["GET /a"] = reply({ a = 1 }, 404) }
    => 1: `reply` takes one value; write `reply(value) :status(404)`

    http {
      ["GET /a"] = 404,
      ["GET /b"] = { status = 404, body = { a = 1 } },
      ["GET /c"] = stream(function() emit(1) end) :headers { A = "b" },
    }
    => 2: `//*.GET /a` is 404, not a response; write `reply(404)`, or `status(404)` in a route
    => 3: `//*.GET /b` is a table, not a response; write `status(404, body)` in a route, or `reply { ... }` to return data
    => 4: `:headers` cannot be used on a function; write `function() return stream(function() ... end) :headers { ... } end`

    http {
      ["GET /a/{b}"] = reply(),
      ["GET /a/{c}"] = reply(),
      ["GET /v{b}.{c}"] = reply(),
      ["GET /v{d}.{e}"] = reply(),
    }
    => 3: the route `GET /a/{c}` matches the same requests as `GET /a/{b}`; keep one, and distinguish requests with `when({ path = ... }, ...)`
    => 5: the route `GET /v{d}.{e}` matches the same requests as `GET /v{b}.{c}`; keep one, and distinguish requests with `when({ path = ... }, ...)`

    http { ["GET /a"] = fail "timeout" }
    => 1: `timeout` isn't a request error; did you mean `timedOut`? For a response such as 404, write a `status`

    http { ["GET /a"] = stream { 1 } :fails "lost" }
    => 1: `lost` isn't a request error; known: appTransportSecurityRequiresSecureConnection, badServerResponse, badURL, callIsActive, cancelled, cannotConnectToHost, cannotDecodeContentData, cannotDecodeRawData, cannotFindHost, cannotLoadFromNetwork, cannotParseResponse, clientCertificateRejected, clientCertificateRequired, dataLengthExceedsMaximum, dataNotAllowed, dnsLookupFailed, fileDoesNotExist, fileIsDirectory, httpTooManyRedirects, internationalRoamingOff and 17 more. For a response such as 404, write a `status`

    http { ["GET /a"] = status(101) }
    => 1: `status` takes a whole number from 200 to 599, not 101; write `status(404)`

    http { ["GET /a"] = status(204, { a = 1 }) }
    => 1: a response with the status 204 cannot have a body; remove it, or use another status

    http { ["GET /a"] = reply() :status "404" }
    => 1: `:status` takes a whole number from 200 to 599, not the string "404"; write `:status(404)`

    http { ["GET /a"] = fail "timedOut" :status(404) }
    => 1: `:status` is for server responses, but `fail` isn't one; write `status(503, { ... })`, or remove `:status`

    http { ["GET /a"] = reply(function() end) :status(404) }
    => 1: `:status` cannot be used on a function; put it on the response that the function returns

    http { ["GET /a"] = fault "lost" }
    => 1: `fault` takes "reset", "empty", "malformed", or "truncated", not the string "lost"; write `fault "reset"`

    http { ["GET /a"] = fault("reset", 1) }
    => 1: the fault `reset` can't have a status, headers, or body; remove them, or use the fault `truncated`

    service "A" { a = fault "reset" }
    => 1: `fault` is for routes, but `A` isn't a host; write `http "https://api.example.com" { ["GET /path"] = ... }`

    service "A" { a = reply(1) :dribble(2, 1) }
    => 1: `:dribble` is for routes, but `A` isn't a host; write `http "https://api.example.com" { ["GET /path"] = ... }`

    http { ["GET /a"] = reply(1) :dribble(1, 5) }
    => 1: `:dribble` takes a number of pieces from 2 to 10000 and whole milliseconds, not 1 and 5; write `:dribble(5, 1000)`

    http { ["GET /a"] = stream { 1 } :dribble(2, 5) }
    => 1: `:dribble` is for a response with one body; write `reply(value) :dribble(5, 1000)`

    http { ["GET /a"] = fault "truncated" :dribble(2, 5) }
    => 1: the fault `truncated` can't be sent in pieces; remove `dribble`

    http { ["GET /a"] = reply() :headers {} }
    => 1: `:headers` takes a table with names as keys, not an empty table; write `:headers { ["Retry-After"] = "120" }`

    http { ["GET /a"] = reply() :headers { ["a b"] = "1" } }
    => 1: `a b` isn't a header name; write a name such as `Retry-After`

    http {
      ["GET /a"] = reply "hi" :headers { ["content-length"] = 3 },
      ["GET /b"] = reply "hi" :headers { ["Content-Length"] = "2", ["Content-Type"] = "text/plain" },
      ["GET /c"] = { reply() :headers { ["Content-Length"] = "-1" }, reply() :headers { ["Content-Length"] = { "1", "1" } } },
      ["GET /d"] = { reply() :headers { ["Content-Length"] = "7" }, stream { 1 } :headers { ["Content-Length"] = "7" } },
    }
    => 2: the header `Content-Length` is 3, but the body has 4 bytes; remove the header, because it is computed
    => 4: the header `Content-Length` is `-1`, which isn't a number of bytes; remove the header, because it is computed
    => 4: the header `Content-Length` is set more than once; remove the header, because it is computed

    http {
      ["GET /a"] = reply "1 €" :headers { ["Content-Type"] = "text/plain; charset=iso-8859-1" },
      ["GET /b"] = stream { "a", "ü" } :headers { ["Content-Type"] = "text/plain; charset=Big5" },
      ["GET /c"] = reply "ü" :headers { ["Content-Type"] = "application/json; charset=us-ascii" },
    }
    => 2: the text contains `€`, but its `Content-Type` is `text/plain; charset=iso-8859-1`; write `charset=utf-8`, or send bytes in base64
    => 3: the text contains `ü`, but its `Content-Type` is `text/plain; charset=Big5`, whose charset isn't supported; write `charset=utf-8`, or send bytes in base64

    http { ["GET /a"] = reply "a" :headers { ["Content-Type"] = {}, A = { b = 1 } } }
    => 1: the header `A` is {"b":1}, which isn't a single-line string; write a string, or a list of strings for a header that is sent more than once

    http { ["GET /a"] = reply() :headers { A = "1\r\nB: 2" } }
    => 1: the header `A` is "1\r\nB: 2", which isn't a single-line string; write a string, or a list of strings for a header that is sent more than once

    http { ["GET /a"] = reply() :headers { A = "a\1b" } }
    => 1: the header `A` is "a\u0001b", which isn't a single-line string; write a string, or a list of strings for a header that is sent more than once

    http { ["GET /a"] = { when({ query = { page = 2 } }, reply()), reply() } }
    => 1: `query.page` is a string, so it is never 2; write `"2"`

    http { ["GET /a"] = { when({ query = { page = is.gt(2) } }, reply()), reply() } }
    => 1: `query.page` is a string, so it is never 2; write `function(text) local n = tonumber(text) return n ~= nil and n > 2 end`

    http { ["GET /a"] = { when({ ["query.page"] = 2 }, reply()), reply() } }
    => 1: `query.page` is a string, so it is never 2; write `"2"`

    http { ["GET /a"] = { when({ ["querry.page"] = "2" }, reply()), reply() } }
    => 1: a request has no `querry.page`; did you mean `query`?

    http { ["GET /a"] = { by = "querry.page", reply() } }
    => 1: `by`: a request has no `querry.page`; did you mean `query`?

    http { ["GET /a"] = { by = "customer", reply() } }
    => 1: `by`: a request has no `customer`; known: body, bodyProblem, headers, method, path, query, url

    http { ["GET /{id}"] = { by = "path.ids", reply() } }
    => 1: `by`: the route has no `{ids}`; did you mean `id`?

    http { ["GET /{id}"] = { by = "path.", reply() } }
    => 1: `by` of `//*.GET /{id}` is the string "path.", which has a misplaced dot; write `by = "order.id"`

    http { ["GET /a"] = { by = "headers.Accept", reply() } }
    => 1: `by`: header names are lowercase: `accept`

    http { ["GET /{id}"] = { when({ path = { ids = "2" } }, reply()), reply() } }
    => 1: the route has no `{ids}`; did you mean `id`?

    http { ["GET /a"] = { when({ header = { a = "2" } }, reply()), reply() } }
    => 1: a request has no `header`; did you mean `headers`?

    http { ["GET /a"] = { when({ headers = { Accept = "2" } }, reply()), reply() } }
    => 1: header names are lowercase: `accept`

    service "S" { a = status(404) }
    => 1: `status` is for routes, but `S` isn't a host; write `http "https://api.example.com" { ["GET /path"] = ... }`

    service "S" { a = reply() :headers { A = "b" } }
    => 1: `:headers` is for routes, but `S` isn't a host; write `http "https://api.example.com" { ["GET /path"] = ... }`

    http "https://y.example" {
      ["GET /a"] = nil,
    }
    => 1: host `https://y.example` doesn't have routes; write `{ ["GET /path"] = reply(...) }` after it
    => 2: method `https://y.example.GET /a` is nil, so Lua drops it; write `reply()` or a response
    """#)
}
