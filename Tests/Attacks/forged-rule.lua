-- A rule whose parts are replaced: its pattern by forged bytes, its items by itself. Expected: an answer or a located error.
-- expect: either .
local rule = when({ a = 1 }, reply(1))
rawset(rule, "pattern", "\8\255\255\255\255\1\0\0\0\0\0\0\0\255\255\255\255")
local loop = when({ a = 2 }, reply(1))
rawset(loop, "items", { loop })
service "S" { m = { rule, loop, reply(2) } }
