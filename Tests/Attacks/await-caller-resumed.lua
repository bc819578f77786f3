-- A service resumes the function that waits for it. Expected: it can't, and the caller gets its response.
-- run: call S.m
-- expect: ok "value":"answer"
local caller
service "S" {
  ok = reply "alive",
  other = function()
    print(coroutine.resume(caller, true, "forged"))
    return "answer"
  end,
  m = function()
    caller = coroutine.running()
    return (services.S.other {})
  end,
}
