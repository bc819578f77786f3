-- A service closes one of its caller's coroutines, which contains the wait. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
local inner
service "S" {
  ok = reply "alive",
  other = function()
    print(pcall(coroutine.close, inner))
    local junk = {}
    for i = 1, 1000 do junk[i] = ("junk"):rep(i % 50) end
    return "answer"
  end,
  m = function()
    inner = coroutine.create(function()
      local held <close> = setmetatable({}, { __close = function() print("closed") end })
      return services.S.other {}
    end)
    return select(2, coroutine.resume(inner))
  end,
}
