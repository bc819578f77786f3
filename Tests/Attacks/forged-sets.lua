-- Updates of shared state that contain themselves, contain forged bytes, or aren't tables. Expected: a response or a located error.
-- expect: either .
shared { key = 1 }
local answer = reply(1) :set { key = 2 }
local sets = { { values = "\8\1\0\0\0\255\255\255\255" }, 5, { values = {} } }
sets[4] = sets
rawset(answer, "@sets", sets)
service "S" { m = answer }
