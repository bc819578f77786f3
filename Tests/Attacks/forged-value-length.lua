-- A packed string that claims to be a gigabyte long. Expected: nothing beyond its end is read.
-- expect: either .
-- never: "value": ?(?!1\b)[-\d"]
local answer = reply(1)
rawset(answer, "@value", "\6\0\0\0\64abc")
service "S" { m = answer }
