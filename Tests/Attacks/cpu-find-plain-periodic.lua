-- Like `cpu-find-plain` with a periodic string and without the flag, because the pattern has no special characters. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 4
local text, needle = ("ab"):rep(300000), ("ab"):rep(100000) .. "b"
for _ = 1, 20 do text:find(needle) text:find(("\0a"):rep(50000) .. "x", 1, true) end
