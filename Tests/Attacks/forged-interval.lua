-- Stream intervals that no builder accepts. Expected: responses or located errors.
-- run: call FILE S.a S.b
-- expect: either .
local backwards, endless = stream { 1, 2 }, stream { 1, 2 }
rawset(backwards, "@interval", math.mininteger)
rawset(endless, "@interval", math.maxinteger)
service "S" { ok = reply "alive", a = backwards, b = endless }
