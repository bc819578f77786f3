-- Delays that no builder accepts. Expected: responses or located errors.
-- run: call FILE S.a S.b S.c S.d S.e S.f
-- expect: either .
local function delayed(delay)
  local answer = reply(1)
  rawset(answer, "@delay", delay)
  return answer
end
service "S" {
  ok = reply "alive",
  a = delayed(-1), b = delayed(math.mininteger), c = delayed { min = 10, max = -10 },
  d = delayed { median = -5, sigma = -1, max = -7 }, e = delayed { median = 1, sigma = 1e308, max = math.mininteger },
  f = delayed { min = math.mininteger, max = math.maxinteger },
}
