-- With the machine's time, a sleep that would outlive everybody is cut by nothing but the caller; here it is short. Expected: it ends.
-- run: call FILE --real-time S.m
-- expect: ok "value":1
service "S" { ok = reply "alive", m = function() sleep(50) return 1 end }
