-- A function opens a gate a million times. Expected: a located error.
-- run: call S.m
-- expect: error {limit}
-- seconds: 10
service "S" { ok = reply "alive", w = reply(1):gate "g", m = function() while true do open_gate "g" end end }
