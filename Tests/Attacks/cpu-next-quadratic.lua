-- `next` looks at all keys for each of two hundred thousand, under pcall. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local map = {}
for i = 1, 200000 do map["key" .. i] = i end
local key
repeat key = next(map, key) until key == nil
