-- Hosts that an app calls with URLSession. One is mocked, and the other one is mostly live.
http "https://api.example.com" {
  ["GET /users/{id}"] = {
    when({ path = { id = "7" } }, reply { id = 7, name = "Ada" }),
    status(404, { error = "unknown" }),
  },
  ["POST /login"] = {
    when({ body = { password = "open" } },
      reply { token = "t" } :headers { ["Set-Cookie"] = "session=1" }),
    status(401, { error = "wrong" }),
  },
  ["GET /feed"] = { by = "query.page", reply { page = 1 }, fail "notConnectedToInternet" },
  ["GET /events"] = stream { { event = "tick", data = 1 }, { event = "tick", data = 2 } }
    :every(100),
}

http "https://maps.example.com" :passthrough() {
  ["GET /tiles/{rest...}"] = status(503) :headers { ["Retry-After"] = 2 },
}
