-- `next` and `pairs` over tables as keys, which have no order. Expected: a located error, or it ends in time.
-- expect: either {limit}
-- seconds: 10
local map = {}
for i = 1, 30000 do map[{}] = i map["k" .. i] = i end
local key
for _ = 1, 2 do
  repeat key = next(map, key) until key == nil
end
