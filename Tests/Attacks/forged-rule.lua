-- A rule with replaced parts: its pattern by forged bytes, and its items by itself. Expected: a response or a located error.
-- expect: either .
local rule = when({ a = 1 }, reply(1))
rawset(rule, "pattern", "\8\255\255\255\255\1\0\0\0\0\0\0\0\255\255\255\255")
local loop = when({ a = 2 }, reply(1))
rawset(loop, "items", { loop })
service "S" { m = { rule, loop, reply(2) } }
