-- A stack overflow calls a handler that overflows the stack again. Expected: a caught error.
-- expect: ok services
-- seconds: 4
local function down(n) return 1 + down(n + 1) end
for _ = 1, 5 do
  print((xpcall(down, function() return down(1) end, 1)))
  print((xpcall(down, function(problem) return (problem:gsub(".", function() return down(1) end)) end, 1)))
end
