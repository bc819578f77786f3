-- A hundred thousand errors with long texts. Expected: located errors, and memory is held.
-- expect: error no response
for i = 1, 100000 do
  service(("name"):rep(10000) .. i) { [("method"):rep(1000)] = i }
end
