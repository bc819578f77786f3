-- A function that isn't a stream emits through a coroutine created by a stream function. Expected: a located error, or nothing.
-- run: call FILE S.feed {} S.m
-- expect: either emit|cancel|dead
local emitter
service "S" {
  ok = reply "alive",
  feed = stream(function()
    emitter = coroutine.create(function() while true do emit(1) coroutine.yield() end end)
    coroutine.resume(emitter)
  end),
  m = function()
    local done, problem = coroutine.resume(emitter)
    if not done then error(problem, 0) end
    return coroutine.status(emitter)
  end,
}
