-- A service answers with a megabyte, ten thousand times: results are recorded as well. Expected: memory is held.
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
