-- A table is emptied except for keys that form a single chain once one assignment shrinks it. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 5
local t, step, fill, kept = {}, (1 << 16) - 1, 200000, 40000
for i = 1, fill do t[-i] = true end
for i = 1, kept do t[i * step] = true end
for i = 1, fill do t[-i] = nil end
for i = 1, 262144 - fill - kept + 1 do t[i + 0.5] = true end
