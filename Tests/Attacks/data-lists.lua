-- Lists with holes, mixed keys, unusual keys, and forged lengths. Expected: located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m {} S.m {} S.m
-- expect: error .
local values = {
  { 1, [3] = 3 }, { 1, x = 2 }, { [1.5] = 1 }, { [true] = 1 }, { [math.mininteger] = 1, [math.maxinteger] = 2 }, { [0] = 1 },
}
service "S" { ok = reply "alive", m = function(_, call) return values[call.count] end }
