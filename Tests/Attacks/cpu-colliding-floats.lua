-- Floating-point keys that collide in every table. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 2
local t = {}
for i = 1, 200000 do t[1 + i * 2.0 ^ -52] = true end
