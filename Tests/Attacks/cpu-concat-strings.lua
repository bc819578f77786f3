-- Strings of eighty megabytes are concatenated and dropped. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local a = ("x"):rep(80000000)
local b
while true do b = a .. "1" b = a .. "2" b = a .. "3" b = a .. "4" end
