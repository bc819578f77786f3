-- Keys are looked up through a series of tables with `__index`, each with a chain of thousands. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local step, last = (1 << 13) - 1, nil
for _ = 1, 1000 do
  local t = {}
  for i = 1, 4000 do t[i * step] = true end
  last = setmetatable(t, { __index = last })
end
local n = 0
while true do
  if last[8000 * step] then n = n + 1 end
end
