-- A response's packed value is replaced by one byte that promises eight more. Expected: nothing beyond its end is read.
-- expect: either .
-- never: "value": ?(?!1\b)[-\d"]
local answer = reply(1)
rawset(answer, "@value", "\4")
service "S" { m = answer }
