-- Two hundred thousand branches of one `if`. Expected: it ends in time.
-- expect: either .
local x = 5
if x == 0 then {{200000|elseif x == \i then x = 1
}} end
service "S" { m = reply(x) }
