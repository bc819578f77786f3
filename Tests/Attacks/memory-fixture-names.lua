-- One fixture under thousands of names that mean the same, each of which is kept with its text. Expected: memory is held.
-- file: data.txt {{100000|0123456789}}
-- expect: either {limit}|more than
-- seconds: 10
for i = 1, 2000 do fixture(("./"):rep(i) .. "data.txt") end
