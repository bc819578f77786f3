-- Closures are endlessly created, each of which holds the previous one. Expected: a located error.
-- expect: error {limit}
-- seconds: 4
local last
while true do
  local previous, a, b, c, d = last, 1, 2, 3, 4
  last = function() return previous, a, b, c, d end
end
