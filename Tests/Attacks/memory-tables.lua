-- Tables grow endlessly, in their array and hash parts. Expected: a located error.
-- expect: error {limit}
-- seconds: 6
local list, map = {}, {}
local i = 0
while true do
  i = i + 1
  list[i] = i
  map[i + 0.5] = list
end
