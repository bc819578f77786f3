-- Variants with thousands of values, wrong names and values that are no data. Expected: located errors.
-- expect: error .
local many = {}
for i = 1, 5000 do many[i] = i end
service "S" { a = reply(variant("x", table.unpack(many))), b = reply(variant({}, print)), c = reply(variant("", variant("y"))), d = reply(variant(5)) }
