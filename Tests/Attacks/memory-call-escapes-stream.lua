-- A stream has many large elements of control characters, which JSON writes as six characters each. Expected: memory stays limited.
-- run: call S.m
-- expect: ok .
-- memory: 100
service "S" {
  ok = reply "alive",
  m = stream(function()
    for i = 1, 14 do emit(("\1"):rep(1024 * 1024)) end
  end),
}
