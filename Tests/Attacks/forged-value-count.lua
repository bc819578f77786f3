-- A packed list that claims two billion elements. Expected: nothing is allocated for the claimed count.
-- expect: either .
local answer = reply(1)
rawset(answer, "@value", "\7\9\0\0\0\255\255\255\127\1")
service "S" { m = answer }
