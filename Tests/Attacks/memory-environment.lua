-- A large configuration in an environment variable, compressed and as base64. Expected: a located or plain error, and memory stays limited.
-- run: FILE --base64
-- expect: either .
-- seconds: 4
local parts = {}
for i = 1, 200000 do parts[i] = ("%x"):format(i * 2654435761) end
service "S" { m = reply(parts), n = reply(("\2"):rep(10000000)) }
