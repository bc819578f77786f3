-- A declared stream with a million values, and one with large values. Expected: memory stays limited.
-- run: call FILE S.m S.n
-- next: none
-- expect: either {limit}|.
-- seconds: 10
-- memory: 310
local values = {}
for i = 1, 1000000 do values[i] = i end
local large = {}
for i = 1, 100 do large[i] = ("x"):rep(1000000) .. i end
service "S" { ok = reply "alive", m = stream(values), n = stream(large) }
