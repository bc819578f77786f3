-- Thousands of fixtures and modules are read that are the same file. Expected: it ends in time, and memory stays limited.
-- file: data.txt {{100000|0123456789}}
-- expect: either {limit}|more than
-- seconds: 10
local kept = {}
for i = 1, 2000 do kept[i % 10] = fixture(("./"):rep(i) .. "data.txt") end
