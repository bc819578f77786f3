-- A response repeated minus five times. Expected: a response or a located error.
-- expect: either .
local answer = reply(1)
rawset(answer, "@times", -5)
service "S" { m = answer }
