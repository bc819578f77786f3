-- A limit is caught by pcall in a loop, and by pcall within pcall. Expected: a located error, at once.
-- expect: error {limit}
while true do pcall(pcall, function() while true do end end) end
