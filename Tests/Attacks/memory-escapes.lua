-- A text of thirty megabytes of control characters, each of which JSON writes as six. Expected: memory is held.
-- expect: either .
-- seconds: 4
service "S" { m = reply(("\1"):rep(30000000)) }
