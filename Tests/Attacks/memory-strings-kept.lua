-- Strings of a megabyte are endlessly kept. Expected: a located error.
-- expect: error {limit}
local t = {}
while true do t[#t + 1] = ("x"):rep(1 << 20) .. #t end
