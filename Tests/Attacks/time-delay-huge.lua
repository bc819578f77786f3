-- Consecutive delays of the largest integer. Expected: responses on the virtual clock.
-- run: call FILE S.a S.a S.b S.b S.c S.d
-- expect: either .
service "S" {
  ok = reply "alive",
  a = reply(1):after(math.maxinteger), b = reply(1):after { min = 0, max = math.maxinteger },
  c = stream { 1, 2, 3 }:every(math.maxinteger):after(math.maxinteger),
  d = reply(1):after { min = math.maxinteger, max = math.maxinteger },
}
