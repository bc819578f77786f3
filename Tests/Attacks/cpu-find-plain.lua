-- A plain search that compares half of the text at each position. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 4
local text, needle = ("a"):rep(400000), ("a"):rep(200000) .. "b"
for _ = 1, 20 do text:find(needle, 1, true) end
