-- A thousand errors, each with a similar name among a thousand long ones. Expected: it ends in time.
-- expect: error .
-- seconds: 10
local known = {}
for i = 1, 1000 do known["key" .. ("abc"):rep(100) .. i] = i end
shared(known)
service "S" {}
for i = 1, 1000 do service("S")["m" .. i] = reply(1):set { ["ket" .. ("acb"):rep(100) .. i] = 1 } end
