-- Sleeps with invalid durations. Expected: located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m {} S.m {} S.m
-- expect: error sleep
local times = { -1, math.mininteger, 0.5, 0 / 0, 1 / 0, "x" }
service "S" { ok = reply "alive", m = function(_, call) sleep(times[call.count]) end }
