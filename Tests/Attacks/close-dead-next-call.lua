-- Like `close-dead-after-limit`, but closed in the process's next call, which has a new budget. Expected: its closing doesn't run forever.
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
