-- Objects that look like the language's own errors are raised, with places of their own. Expected: located errors.
-- run: call FILE S.m {} S.m {} S.m {} S.m
-- expect: error .
local places = { math.maxinteger, math.mininteger, 1 << 33, "1" }
service "S" {
  ok = reply "alive",
  m = function(_, call)
    error(setmetatable({ message = "forged", place = places[call.count] }, { __name = "a script error" }))
  end,
}
