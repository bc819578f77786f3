-- Raised objects that imitate the language's own errors, with forged locations. Expected: located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m
-- expect: error .
local places = { math.maxinteger, math.mininteger, 1 << 33, "1" }
service "S" {
  ok = reply "alive",
  m = function(_, call)
    error(setmetatable({ message = "forged", place = places[call.count] }, { __name = "a script error" }))
  end,
}
