-- A stream with an interval emits endlessly. Expected: it is abandoned after 10,000 values, or a located error.
-- run: call S.m
-- expect: either .
-- seconds: 10
service "S" { ok = reply "alive", m = stream(function() while true do emit(1) end end) :every(1) }
