-- A function sleeps endlessly on the virtual clock. Expected: a located error after 100,000 wake-ups.
-- run: call S.m
-- expect: error .
-- seconds: 10
service "S" { ok = reply "alive", m = function() while true do sleep(1) end end }
