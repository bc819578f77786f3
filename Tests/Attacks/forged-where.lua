-- A pattern of plain data that refers to functions by number. Expected: a located error, or no function is called.
-- run: call S.m
-- expect: either .
service "S" {
  ok = reply "alive",
  m = { when({ a = { ["$where"] = 1 } }, reply(1)), when({ ["$where"] = math.maxinteger }, reply(2)), reply(3) },
}
