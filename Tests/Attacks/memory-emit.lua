-- A stream emits values of a megabyte that nobody takes. Expected: memory is held.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = stream(function()
    for i = 1, 10000 do emit(("x"):rep(1000000) .. i) end
  end),
}
