-- Large blocks grow step by step and shrink again. Expected: memory stays limited.
-- expect: either {limit}
-- seconds: 6
for round = 1, 30 do
  local t = {}
  for i = 1, 300000 do t[i] = i end
  for i = #t, 1, -1 do t[i] = nil end
  t.x = round
  local thread = coroutine.create(function() local function down(n) if n > 0 then return 1 + down(n - 1) end coroutine.yield() return 0 end down(30000) end)
  coroutine.resume(thread)
end
