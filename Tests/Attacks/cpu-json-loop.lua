-- `json.decode` and `json.encode` of a hundred kilobytes in a loop. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local list = {}
for i = 1, 3000 do list[i] = { i, "text " .. i } end
local text = json.encode(list)
while true do json.decode(text) json.encode(list) end
