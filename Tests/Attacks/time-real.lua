-- On the real clock, only the caller can end a long sleep. This one is short. Expected: it ends.
-- run: call FILE --real-time S.m
-- expect: ok "value":1
service "S" { ok = reply "alive", m = function() sleep(50) return 1 end }
