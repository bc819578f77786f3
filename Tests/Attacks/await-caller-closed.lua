-- A service closes the function that waits for it. Expected: a response or a located error, and nothing closed is used.
-- run: call S.m
-- expect: either .
local caller
service "S" {
  ok = reply "alive",
  other = function()
    print(pcall(coroutine.close, caller))
    return "answer"
  end,
  m = function()
    caller = coroutine.running()
    local held <close> = setmetatable({}, { __close = function() print("closed") end })
    local value = services.S.other {}
    return value
  end,
}
