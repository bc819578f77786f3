-- Thirty thousand overrides of different methods, and as many bindings. Expected: it ends in time.
-- run: check FILE
-- expect: either .
-- seconds: 10
local methods, keys, bindings = {}, {}, {}
for i = 1, 30000 do methods["m" .. i] = reply(i) keys["k" .. i] = i bindings["p" .. i] = "k" .. i end
shared(keys)
service "S" :bind(bindings) (methods)
for i = 1, 30000 do override("S", "m" .. i, reply(-i)) end
override(keys)
