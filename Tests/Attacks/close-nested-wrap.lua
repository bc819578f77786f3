-- Closing variables in wrapped coroutines in closing variables. Expected: a caught error.
-- expect: ok services
local function nest(depth)
  local thread = coroutine.wrap(function()
    local held <close> = setmetatable({}, { __close = function()
      local inner = coroutine.create(function()
        local held2 <close> = setmetatable({}, { __close = function() if depth > 0 then nest(depth - 1) end end })
        coroutine.yield()
      end)
      coroutine.resume(inner)
      coroutine.close(inner)
    end })
    error("out")
  end)
  thread()
end
print(pcall(nest, 500))
