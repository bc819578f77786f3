-- A static service is called endlessly. Expected: a located error.
-- run: call S.m
-- expect: error {limit}
-- seconds: 10
service "S" { ok = reply "alive", m = function() while true do services.S.ok {} end end }
