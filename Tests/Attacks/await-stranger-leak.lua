-- The creator of a coroutine that waits for a service resumes it while the reply contains other bytes. Expected: no bytes of another call are returned.
-- run: call S.m
-- expect: either .
-- never: LEAKED
service "S" {
  other = reply "answer",
  ok = reply "alive",
  m = function()
    local got
    local waiting = coroutine.create(function() got = services.S.other {} end)
    pcall(table.sort, { 2, 1 }, function() coroutine.resume(waiting) return false end)
    pcall(require, "XXXX\2\0\0\0\3\6\0\8\0\0")
    print(coroutine.resume(waiting))
    if got ~= nil and got ~= "answer" then print("LEAKED " .. #got) end
    return 1
  end,
}
