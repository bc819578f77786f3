-- A coroutine that a limit ended in another call is closed later. Expected: its closing does not run for ever.
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
