-- Consecutive greedy repetitions under pcall. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
for _ = 1, 1000 do
  pcall(string.match, ("x"):rep(20000), ".*.*.*.*y")
  pcall(string.gsub, ("x"):rep(20000), "x*x*x*y", "")
end
