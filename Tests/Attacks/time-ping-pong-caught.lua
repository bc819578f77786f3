-- Like `time-ping-pong`, but each service catches the other's error and tries again. Expected: one budget for the chain.
-- run: call S.m
-- expect: either {limit}|circ|cycle
-- seconds: 10
service "S" { ok = reply "alive", m = function() for _ = 1, 3 do pcall(services.T.m, {}) end return 1 end }
service "T" { m = function() for _ = 1, 3 do pcall(services.S.m, {}) end return 1 end }
