-- Two thousand coroutines that each close the next. Expected: a caught error, without a C stack overflow.
-- expect: ok services
local previous
for _ = 1, 2000 do
  local inner = previous
  previous = coroutine.create(function()
    local held <close> = setmetatable({}, { __close = function()
      if inner then assert(coroutine.close(inner)) end
    end })
    coroutine.yield()
  end)
  coroutine.resume(previous)
end
print(pcall(coroutine.close, previous))
