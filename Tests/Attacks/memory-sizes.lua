-- Blocks of one size are allocated and freed, then those of the next, size by size. Expected: memory is held.
-- expect: either {limit}
-- seconds: 6
for size = 1, 30 do
  local kept = {}
  for i = 1, 400000 // size * 2 do kept[i] = ("x"):rep(size * 15) .. i end
  kept = nil
end
