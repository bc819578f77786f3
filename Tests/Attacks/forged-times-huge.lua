-- Response repetitions whose sum overflows. Expected: a located error.
-- expect: either .
local first, second = reply(1), reply(2)
rawset(first, "@times", math.maxinteger)
rawset(second, "@times", math.maxinteger)
service "S" { m = { first, second, first, second } }
