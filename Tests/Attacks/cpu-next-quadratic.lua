-- `next` searches all of two hundred thousand keys for each one, under pcall. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local map = {}
for i = 1, 200000 do map["key" .. i] = i end
local key
repeat key = next(map, key) until key == nil
