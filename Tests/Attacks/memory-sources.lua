-- Missing modules with long names are required. Expected: short messages, and it ends in time.
-- expect: either {limit}|.
-- seconds: 4
for i = 1, 2000 do pcall(require, ("a."):rep(5000) .. i) end
require(("m"):rep(100000))
