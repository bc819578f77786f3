-- The thread of the script's top level is resumed and closed by a running function. Expected: it cannot be.
-- run: call S.m
-- expect: ok "value":"refused"
local main = coroutine.running()
service "S" {
  ok = reply "alive",
  m = function()
    local resumed = coroutine.resume(main)
    local closed = pcall(coroutine.close, main)
    return (resumed or closed) and "accepted" or "refused"
  end,
}
