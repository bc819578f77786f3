-- Updates of shared state that hold themselves, forged bytes and no tables. Expected: an answer or a located error.
-- expect: either .
shared { key = 1 }
local answer = reply(1) :set { key = 2 }
local sets = { { values = "\8\1\0\0\0\255\255\255\255" }, 5, { values = {} } }
sets[4] = sets
rawset(answer, "@sets", sets)
service "S" { m = answer }
