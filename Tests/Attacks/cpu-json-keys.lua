-- `json.decode` of an object with two hundred thousand keys and one duplicate. Expected: it ends in time.
-- expect: either .
-- seconds: 4
local keys = {}
for i = 1, 200000 do keys[i] = ('"key%d":1'):format(i) end
print((pcall(json.decode, "{" .. table.concat(keys, ",") .. ',"key1":2}')))
