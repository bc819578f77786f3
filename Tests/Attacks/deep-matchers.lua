-- Matchers and rules nested a hundred thousand levels deep. Expected: located errors.
-- expect: error nested|deep|overflow
local pattern = is.gt(1)
for _ = 1, 100000 do pattern = is.anything_but(pattern) end
local both = is.gt(1)
for _ = 1, 1000 do both = is.all_of(both, both) end
service "S" { m = { when({ a = pattern }, reply(1)), when({ a = both }, reply(2)), reply(3) } }
