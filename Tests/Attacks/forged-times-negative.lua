-- A response is to be repeated minus five times. Expected: an answer or a located error.
-- expect: either .
local answer = reply(1)
rawset(answer, "@times", -5)
service "S" { m = answer }
