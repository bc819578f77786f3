-- Five thousand variants whose names become the same Swift name. Expected: it ends in time.
-- run: generate swift FILE
-- expect: either .
-- seconds: 10
for i = 1, 5000 do variant("a" .. ("-"):rep(i), function() end) end
service "S" { m = reply(1) }
