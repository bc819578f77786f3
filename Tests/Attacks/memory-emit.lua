-- A stream emits values of a megabyte that are never read. Expected: memory stays limited.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = stream(function()
    for i = 1, 10000 do emit(("x"):rep(1000000) .. i) end
  end),
}
