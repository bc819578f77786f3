-- Arithmetic on a string of a hundred megabytes: a number after many spaces. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local text = (" "):rep(100000000) .. "1"
local n = 0
while true do n = text + 1 n = text - 1 n = text * 1 n = text // 1 end
