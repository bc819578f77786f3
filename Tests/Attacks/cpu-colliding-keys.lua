-- Integer keys that don't collide in a table form a single chain once one assignment doubles it. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 2
local t, step = {}, (1 << 18) - 1
for i = 1, 131072 do t[i * step] = true end
t[0.5] = true
