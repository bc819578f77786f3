-- A service returns a megabyte ten thousand times, and the results are recorded too. Expected: memory stays limited.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  other = function(args) return ("x"):rep(1000000) .. args.i end,
  m = function()
    for i = 1, 10000 do services.S.other { i = i } end
  end,
}
