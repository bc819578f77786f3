-- A limit is caught by pcall in a loop, and by nested pcall. Expected: an immediate located error.
-- expect: error {limit}
while true do pcall(pcall, function() while true do end end) end
