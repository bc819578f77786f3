-- A coroutine suspended deep in `xpcall` is closed, and its closing creates garbage and raises an error. Expected: a caught error.
-- expect: ok services
local function keep(problem) return problem end
local function descend(depth)
  if depth > 0 then
    local a, b, c, d = 1, 2, 3, 4
    return 1 + descend(depth - 1)
  end
  xpcall(function() coroutine.yield("down") end, keep)
  return 0
end
local function close()
  local garbage
  for i = 1, 500000 do garbage = { tostring(i), i } end
  error("while closing")
end
local thread = coroutine.create(function()
  local held <close> = setmetatable({}, { __close = close })
  return descend(110000)
end)
print(coroutine.resume(thread))
print(coroutine.close(thread))
