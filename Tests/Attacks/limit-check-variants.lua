-- A script with five hundred scenarios that each use most of a budget is checked. Expected: the whole check ends.
-- run: check FILE
-- expect: either .
-- seconds: 20
for i = 1, 500 do
  variant("number " .. i, function() for _ = 1, 60000000 do end end)
end
service "S" { m = reply(1) }
