-- A deeply nested pattern of plain tables that contains itself. Expected: a located error.
-- expect: error .
local deep = { value = 1 }
for _ = 1, 100000 do deep = { field = deep } end
local circle = {}
circle.circle = circle
service "S" { m = { when(deep, reply(1)), reply(2) }, n = { when(circle, reply(1)), reply(2) } }
