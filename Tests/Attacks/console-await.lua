-- Waits, stolen coroutines, and limits in console input. Expected: the console continues.
-- run: repl
-- expect: either .
-- seconds: 5
service "S" { slow = function() sleep(100) return 1 end, thief = function() return coroutine.resume(caller) end }
local caller = coroutine.running()
services.S.thief()
local c = coroutine.create(function() return services.S.slow() end)
pcall(string.gsub, "x", "x", function() coroutine.resume(c) end)
coroutine.resume(c)
coroutine.close(c)
coroutine.yield()
services.S.slow()
