-- The routes for scripts/check-http.
http "https://api.example.com" {
  ["GET /users/{id}"] = {
    when({ path = { id = "7" } }, reply { id = 7, name = "Ada" }), status(404, { error = "unknown" }),
  },
  ["POST /echo"] = function(request) return { body = request.body, type = request.headers["content-type"] } end,
  ["PUT /echo"] = function(request) return status(201, { bytes = #(request.body or "") }) end,
  ["GET /old"] = status(302) :headers { Location = "https://api.example.com/users/7" },
  ["GET /login"] = reply() :headers { ["Set-Cookie"] = { "a=1; Path=/", "b=2; Path=/" } },
  ["GET /cookies"] = function(request) return request.headers.cookie or null end,
  ["GET /events"] = stream { { event = "tick", data = 1 }, { event = "tick", data = 2 } } :every(50),
  ["GET /lost"] = fail "networkConnectionLost",
  ["GET /fault/reset"] = fault "reset",
  ["GET /fault/empty"] = fault "empty",
  ["GET /fault/malformed"] = fault "malformed",
  ["GET /fault/truncated"] = fault("truncated", { name = "Ada" }),
  ["GET /dribble"] = reply { name = "Ada" } :dribble(4, 900),
  ["GET /door"] = reply(1) :gate "door",
  ["GET /header/{value}"] = function(request) return reply(1) :headers { ["X-Value"] = request.path.value } end,
  ["GET /long"] = reply(1) :headers { A = string.rep("x", 100000) },
  ["GET /endless"] = stream(function() while true do emit(string.rep("x", 100000)) end end),
  ["GET /über/{name}"] = function(request) return request.path.name end,
  ["GET /coded"] = reply { name = "Ada" } :headers { ["Transfer-Encoding"] = "chunked" },
  ["POST /sink"] = status(201),
  ["* /any/{rest...}"] = function(request) return { method = request.method, rest = request.path.rest } end,
  ["WS /echo"] = socket {
    function(message)
      return reply(message.base64 and bytes { base64 = message.base64 } or message.body)
    end,
  },
  ["WS /flood"] = socket { reply(string.rep("x", 10000)) },
  ["WS /chat/{room}"] = socket {
    open = function(request) return { hello = request.path.room } end,
    when({ body = { type = "next" } }, { reply { n = 1 }, reply { n = 2 }, reply { n = 3 } }),
    when({ body = { add = is.type "int" } }, function(message)
      local key = tostring(message.socket)
      state.totals[key] = (state.totals[key] or 0) + message.body.add
      return { total = state.totals[key] }
    end),
    when({ body = "bye" }, close(4001, "see you")),
    when({ body = "lost" }, fail "networkConnectionLost"),
  },
}
shared { totals = {} }
