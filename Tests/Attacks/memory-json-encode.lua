-- Large values are repeatedly encoded with `json.encode` and kept. Expected: memory stays limited.
-- expect: either {limit}
-- seconds: 12
local list = {}
for i = 1, 100000 do list[i] = { id = i, text = "text " .. i } end
local kept = {}
for i = 1, 50 do kept[i] = json.encode(list) end
