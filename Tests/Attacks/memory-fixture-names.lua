-- One fixture under thousands of equivalent names, each kept with its text. Expected: memory stays limited.
-- file: data.txt {{100000|0123456789}}
-- expect: either {limit}|more than
-- seconds: 10
for i = 1, 2000 do fixture(("./"):rep(i) .. "data.txt") end
