-- A sum of a million numbers. Expected: it ends in time.
-- expect: either .
local y = 1
local x = 1 {{1000000|+ y }}
