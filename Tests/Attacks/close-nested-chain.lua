-- Two thousand coroutines, each of which closes the next. Expected: an error that is caught, no overflow of the C stack.
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
