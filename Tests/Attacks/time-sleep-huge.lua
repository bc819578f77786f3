-- Sleeps of the largest integer, whose sum exceeds the clock's range. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
service "S" {
  ok = reply "alive",
  m = function()
    for _ = 1, 10 do sleep(math.maxinteger) end
    return { clock(), os.time(), clock.date(), os.date(), os.clock() }
  end,
}
