-- Errors deep in the stack, raised and caught a hundred times, with handlers and levels. Expected: it ends in time.
-- expect: ok services
-- seconds: 10
local function down(n, level)
  if n == 0 then error("raised", level) end
  return 1 + down(n - 1, level)
end
for level = 0, 100 do
  pcall(down, 20000, level)
  xpcall(down, function(problem) return problem end, 2000, level * 100)
end
