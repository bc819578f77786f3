-- A coroutine ended by a limit in one call is closed in a later call. Expected: its closing doesn't run forever.
-- run: call S.m
-- expect: either {limit}|dead
-- never: CLOSED
local thread
service "S" {
  ok = reply "alive",
  burn = function()
    thread = coroutine.create(function()
      local held <close> = setmetatable({}, { __close = function() print("CLOSED") while true do end end })
      while true do end
    end)
    coroutine.resume(thread)
  end,
  m = function()
    pcall(services.S.burn, {})
    print(coroutine.status(thread), coroutine.close(thread))
    return 1
  end,
}
