-- Long, deep, and numerous values are shown. Expected: the output is truncated.
-- run: repl
-- expect: either {limit}
-- seconds: 10
local t = {} for i = 1, 200000 do t[i] = { i, {} } end
t
local s = ("x"):rep(10000000)
s
{ s, s, s, s, s }
table.unpack(t, 1, 20000)
