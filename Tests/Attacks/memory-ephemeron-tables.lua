-- Ten thousand weak tables whose entries lead to each other in the wrong order. Expected: it ends in time.
-- expect: either {limit}|weak
-- seconds: 10
local tables, keys = {}, {}
for i = 1, 3000 do tables[i] = setmetatable({}, { __mode = "k" }) keys[i] = {} end
for i = 1, 2999 do tables[3000 - i][keys[i]] = keys[i + 1] end
local start = keys[1]
keys = nil
local junk = {}
for i = 1, 3000000 do junk[i % 1000] = { i } end
