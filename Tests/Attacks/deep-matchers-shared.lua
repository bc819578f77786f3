-- A matcher that contains itself twice, forty levels deep, so that it is practically endless. Expected: a located error.
-- expect: error .
local pattern = is.gt(1)
for _ = 1, 40 do pattern = is.any_of(pattern, pattern) end
service "S" { m = { when({ a = pattern }, reply(1)), reply(2) } }
