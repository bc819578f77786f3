-- A string of thirty megabytes of control characters, which JSON writes as six characters each. Expected: memory stays limited.
-- expect: either .
-- seconds: 4
service "S" { m = reply(("\1"):rep(30000000)) }
