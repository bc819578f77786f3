-- A condition resumes a coroutine left waiting by a function. Expected: no bytes of another call are returned.
-- run: call FILE S.start {} S.m
-- expect: either .
-- never: LEAKED
local waiting, got
service "S" {
  ok = reply "alive",
  start = function()
    waiting = coroutine.create(function() got = services.S.ok {} end)
    pcall(string.gsub, "x", "x", function() coroutine.resume(waiting) end)
    return 1
  end,
  m = {
    when(function()
      print(coroutine.resume(waiting))
      if got ~= nil and got ~= "alive" then print("LEAKED") end
      return true
    end, reply(1)),
  },
}
