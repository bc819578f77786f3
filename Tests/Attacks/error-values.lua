-- Everything that can be raised: nil, booleans, functions, coroutines, numbers, and null. Expected: located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m
-- expect: error .
local cycle = {}
cycle.cycle = cycle
local values = { false, 1 / 0, print, coroutine.create(print), null, cycle, { code = cycle }, state, setmetatable({}, { __tostring = error }) }
service "S" { ok = reply "alive", m = function(_, call) error(values[call.count]) end }
