-- A hundred thousand mistakes with long texts. Expected: located errors, and memory is held.
-- expect: error mistakes|errors
for i = 1, 100000 do
  service(("name"):rep(10000) .. i) { [("method"):rep(1000)] = i }
end
