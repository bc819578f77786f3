-- `json.encode` of much, again and again, and kept. Expected: memory is held.
-- expect: either {limit}
-- seconds: 12
local list = {}
for i = 1, 100000 do list[i] = { id = i, text = "text " .. i } end
local kept = {}
for i = 1, 50 do kept[i] = json.encode(list) end
