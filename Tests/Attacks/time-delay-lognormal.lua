-- Random delays whose median, spread, and maximum are at the limits of numbers. Expected: responses or located errors.
-- run: call FILE S.a S.b S.c S.d S.e S.f
-- expect: either .
local most = math.maxinteger
service "S" {
  ok = reply "alive",
  a = reply(1):after { median = most, sigma = 0, max = most }, b = reply(1):after { median = most, sigma = 1e308, max = most },
  c = reply(1):after { median = 1, sigma = 1e308, max = most }, d = reply(1):after { median = 1, sigma = 5e-324, max = 1 },
  e = reply(1):after { median = most - 1, sigma = 0.5, max = most }, f = reply(1):after { median = 1 << 53, sigma = 40, max = most },
}
