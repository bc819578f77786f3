-- Bern has two pages of days. Every second request for Thun fails. Other cities are unknown.
http "https://weather.example.com" {
  ["GET /v2/places/bern/days"] = {
    when({ headers = { authorization = is.absent } }, status(401)),
    when({ query = { page = "1" } },
      reply { days = { { date = "2026-06-01", high = 21, low = 9.5 } }, next = 2 }),
    when({ query = { page = "2" } },
      reply { days = { { date = "2026-06-02", high = 24, low = 12 } } }),
  },
  ["GET /v2/places/thun/days"] = {
    reply { days = { { date = "2026-06-01", high = 19, low = 8 } } },
    status(429) :headers { ["Retry-After"] = 30 },
    exhausted = "cycle",
  },
  ["* /{rest...}"] = status(404),
}

-- The phone is offline.
variant("offline", function()
  override("https://weather.example.com", "GET /v2/places/bern/days", fail "notConnectedToInternet")
end)
