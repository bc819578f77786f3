-- Two hundred thousand distinct values of `by`, each with separate counters. Expected: it ends in time, and memory stays limited.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive", other = { by = "id", reply(1), reply(2) },
  m = function() for i = 1, 200000 do services.S.other { id = i .. ("x"):rep(100) } end return 1 end,
}
