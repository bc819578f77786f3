-- Chunks of several megabytes are loaded in a loop. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local text = "local t = {" .. ("1,"):rep(500000) .. "}"
for _ = 1, 1000 do load(text) load(("--"):rep(1000000)) load(("x "):rep(1000)) end
