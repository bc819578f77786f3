-- Every hundredth of a million small strings is kept, repeatedly, with longer ones. Expected: memory stays limited.
-- expect: either {limit}
-- seconds: 6
local kept = {}
for round = 1, 12 do
  local all = {}
  for i = 1, 150000 do all[i] = ("y"):rep(round * 40) .. i end
  for i = 1, #all, 100 do kept[#kept + 1] = all[i] end
end
