-- A hundred streams are started whose values are never read. Expected: memory stays limited.
-- run: call S.m
-- expect: either .
-- seconds: 10
service "S" {
  ok = reply "alive",
  feed = stream(function() for i = 1, 1000 do emit(("x"):rep(100000) .. i) end end),
  m = function()
    local sum = 0
    for _ = 1, 100 do sum = sum + #services.S.feed {} end
    return sum
  end,
}
