-- `string.rep` of a hundred megabytes in a loop, in one piece and in many. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
while true do
  pcall(string.rep, ("x"):rep(1000000), 100)
  pcall(string.rep, "x", 100000000)
  pcall(string.rep, "", 100000000, "y")
end
