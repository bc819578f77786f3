-- A wait in `__pairs`, through a coroutine. Expected: it works or reports that it can't.
-- run: call S.m
-- expect: either wait
service "S" {
  ok = reply "alive",
  other = reply(7),
  m = function()
    local listed = setmetatable({}, { __pairs = function()
      local value = services.S.other {}
      return next, { value }, nil
    end })
    local sum = 0
    for _, value in pairs(listed) do sum = sum + value end
    return sum
  end,
}
