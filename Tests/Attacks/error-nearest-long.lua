-- The closest match of a long name among other long names. Expected: it ends in time.
-- run: call S.m
-- expect: error .
local long = ("ab"):rep(50000)
shared { [long .. "1"] = 1, [long .. "2"] = 2 }
service "S" { ok = reply "alive", m = function() return state[long .. "x"] end }
