-- A running function resumes and closes the thread of the script's top level. Expected: it can't.
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
