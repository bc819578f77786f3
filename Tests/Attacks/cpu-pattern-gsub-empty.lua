-- `gsub` with empty matches, whose replacement is long. Expected: a located error.
-- expect: error {limit}|large
-- seconds: 10
local long = ("r"):rep(100000)
for _ = 1, 100 do pcall(string.gsub, ("x"):rep(100000), "", long) end
