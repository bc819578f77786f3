-- `pairs` sorts two hundred thousand keys in a loop that ends immediately. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local map = {}
for i = 1, 200000 do map[("k"):rep(20) .. i] = i end
while true do for _ in pairs(map) do break end end
