-- Like `close-errfunc`, with a handler that would be called on a shrunken stack, a hundred times. Expected: caught errors.
-- expect: ok services
local calls = 0
for round = 1, 100 do
  local thread = coroutine.create(function()
    local held <close> = setmetatable({}, { __close = function()
      local list = {}
      for i = 1, 1000 do list[i] = { i } end
      error({ round = round })
    end })
    local function descend(depth)
      if depth > 0 then return 1 + descend(depth - 1) end
      xpcall(coroutine.yield, function() calls = calls + 1 end)
    end
    descend(round * 10)
  end)
  coroutine.resume(thread)
  assert(coroutine.close(thread) == false)
end
