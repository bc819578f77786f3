-- The callback of `gsub` loops, caught by an inner pcall. Expected: a located error.
-- expect: error {limit}
while true do pcall(string.gsub, "abc", ".", function() while true do end end) end
