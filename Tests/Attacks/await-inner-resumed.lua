-- A service resumes a coroutine of the function that waits for it, which contains the wait. Expected: no result meant for another call.
-- run: call S.m
-- expect: either .
-- never: LEAKED
local inner
service "S" {
  ok = reply "alive",
  other = function()
    coroutine.resume(inner, "forged")
    pcall(require, "\7\255\255\255\255\255\255\255\255")
    coroutine.resume(inner)
    return "answer"
  end,
  m = function()
    inner = coroutine.create(function() return services.S.other {} end)
    local done, value = coroutine.resume(inner)
    if done and value ~= "answer" then print("LEAKED", value) end
    return value
  end,
}
