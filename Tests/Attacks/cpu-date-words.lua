-- `clock.date` with offsets beyond the integer range, in declared responses and in functions. Expected: results or located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m {} S.m
-- expect: either .
-- seconds: 10
local offsets = {
  { days = math.maxinteger }, { days = math.mininteger, hour = math.mininteger }, { hour = math.maxinteger, minute = math.maxinteger },
  { second = 1 << 60 }, { days = 1e15 },
}
for _, offset in ipairs(offsets) do pcall(clock.date, offset) end
service "S" { ok = reply "alive", m = function(_, call) return clock.date(offsets[call.count]) end }
