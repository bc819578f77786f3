-- A cancelled stream function catches the cancellation and emits again, endlessly. Expected: it ends in time.
-- run: call S.m
-- expect: either .
-- seconds: 10
service "S" {
  ok = reply "alive",
  feed = stream(function() while true do pcall(emit, 1) end end),
  m = stream(function()
    for i = 1, 20000 do
      local done = pcall(emit, i)
      if not done then while true do pcall(emit, i) end end
    end
  end),
}
