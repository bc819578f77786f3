-- Packed lists nested two hundred thousand levels deep. Expected: no deep recursion.
-- expect: either .
local answer = reply(1)
rawset(answer, "@value", ("\7\0\0\0\1\1\0\0\0"):rep(200000) .. "\3")
service "S" { m = answer }
