-- The routes whose requests scripts/check-inspector shows in a browser.
http "https://api.example.com" {
  ["GET /users/{id}"] = {
    when({ path = { id = "7" } }, reply { id = 7, name = "Ada", roles = { "admin", "author" } }),
    status(404, { error = "unknown" }),
  },
  ["POST /login"] = status(401, { error = "wrong" }),
  ["GET /busy"] = status(503, { error = "busy" }) :headers { ["Retry-After"] = "120" },
  ["GET /reset"] = fault "reset",
  ["GET /half"] = fault("truncated", { name = "Ada" }),
  ["GET /offline"] = fail "notConnectedToInternet",
  ["POST /photos"] = status(201),
  ["GET /page"] = reply "<h1>Hi</h1>" :headers { ["Content-Type"] = "text/html" },
  ["GET /events"] = stream { { event = "tick", data = 1 }, { event = "tick", data = { n = 2 } }, "three" } :every(1000),
  ["GET /empty"] = status(204),
}

service "Bank" { rate = reply(1) }
