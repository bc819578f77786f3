-- Streams whose functions read each other's streams. Expected: one budget for the chain.
-- run: call S.m
-- expect: either {limit}|circ|cycle
-- seconds: 10
service "S" { ok = reply "alive", m = stream(function() for _ = 1, 3 do pcall(services.T.m, {}) emit(1) end end) }
service "T" { m = stream(function() for _ = 1, 3 do pcall(services.S.m, {}) emit(2) end end) }
