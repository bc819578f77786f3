-- Variants with thousands of values, wrong names and values that are no data. Expected: located errors.
-- expect: error .
local many = {}
for i = 1, 5000 do many[i] = i end
service "S" { a = reply(enum_case("x", table.unpack(many))), b = reply(enum_case({}, print)), c = reply(enum_case("", enum_case("y"))), d = reply(enum_case(5)) }
