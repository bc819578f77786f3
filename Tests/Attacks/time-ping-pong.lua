-- Two services call each other endlessly. Expected: a located error that lists the chain.
-- run: call S.m
-- expect: either circ|cycle
service "S" { ok = reply "alive", m = function() return services.T.m {} end }
service "T" { m = function() return services.S.m {} end }
