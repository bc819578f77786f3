-- A table that shares its parts is used in a pattern and in the operands of matchers. Expected: a located error.
-- expect: error .
local parts = { 1 }
for _ = 1, 40 do parts = { parts, parts } end
service "S" { m = { when({ a = is.one_of { parts } }, reply(1)), when({ a = parts }, reply(2)), reply(3) } }
