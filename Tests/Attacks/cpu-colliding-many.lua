-- Many full tables next to a growing one, so that the search for colliding keys takes long. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local tables = {}
for i = 1, 600 do
  local t = {}
  for k = 1, 8192 do t[k + 0.5] = i end
  tables[i] = t
end
while true do
  local t = {}
  for k = 1, 8193 do t[-k] = 1 end
end
