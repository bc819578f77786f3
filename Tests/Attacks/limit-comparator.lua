-- The comparison of `table.sort` spins, caught by pcall within. Expected: a located error.
-- expect: error {limit}
while true do pcall(table.sort, { 3, 2, 1 }, function() while true do end end) end
