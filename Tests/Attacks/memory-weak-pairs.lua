-- `pairs` over weak tables whose entries are collected while it allocates room for their keys. Expected: it returns each surviving key once.
-- expect: either {limit}|weak
-- seconds: 6
-- never: TWICE
local kept, living = {}, {}
local weak = setmetatable({}, { __mode = "k" })
for i = 1, 1000000 do
  local key = {}
  kept[i] = key
  if i <= 70000 then living[i] = key end
  weak[key] = true
end
local ballast = {}
while collectgarbage("count") < 252000 do ballast[#ballast + 1] = ("y"):rep(300000) .. #ballast end
kept = nil
local seen = {}
for key in pairs(weak) do
  if seen[key] then print "TWICE" end
  seen[key] = true
end
