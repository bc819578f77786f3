-- A function endlessly sleeps for zero time. Expected: a located error.
-- run: call S.m
-- expect: error .
-- seconds: 10
service "S" { ok = reply "alive", m = function() while true do sleep(0) end end }
