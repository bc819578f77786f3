-- The same, closed in the next call of the process, whose budget is fresh. Expected: its closing does not run for ever.
-- run: call FILE S.burn {} S.m
-- expect: error {limit}
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
    print(coroutine.status(thread), coroutine.close(thread))
    return 1
  end,
}
