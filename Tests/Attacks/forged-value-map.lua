-- A packed map whose payload, entries, and keys have forged sizes. Expected: nothing beyond its end is read.
-- expect: either .
local answer = reply(1)
rawset(answer, "@value", "\8\255\255\255\255\255\255\255\255\1\2\3\4\255\255\255\255k\6\255\255\255\255")
service "S" { m = answer }
