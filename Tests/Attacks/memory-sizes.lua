-- Blocks of one size are allocated and freed, then blocks of the next size. Expected: memory stays limited.
-- expect: either {limit}
-- seconds: 6
for size = 1, 30 do
  local kept = {}
  for i = 1, 400000 // size * 2 do kept[i] = ("x"):rep(size * 15) .. i end
  kept = nil
end
