-- A hundred thousand repeated keys, in one table and in many. Expected: it ends in time.
-- expect: error twice
service "S" {
{{50000|m\i = reply(1), m\i = reply(2),
}}}
local t = {{10000|{ a = 1, a = 2, }} {{10000|} }}
