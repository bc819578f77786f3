-- The callback of `gsub` spins, caught by pcall within. Expected: a located error.
-- expect: error {limit}
while true do pcall(string.gsub, "abc", ".", function() while true do end end) end
