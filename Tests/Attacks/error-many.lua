-- A hundred thousand errors with long messages. Expected: located errors, and memory stays limited.
-- expect: error errors
for i = 1, 100000 do
  service(("name"):rep(10000) .. i) { [("method"):rep(1000)] = i }
end
