-- Variants with thousands of values, invalid names, and values that aren't data. Expected: located errors.
-- expect: error .
local many = {}
for i = 1, 5000 do many[i] = i end
service "S" { a = reply(enum_case("x", table.unpack(many))), b = reply(enum_case({}, print)), c = reply(enum_case("", enum_case("y"))), d = reply(enum_case(5)) }
