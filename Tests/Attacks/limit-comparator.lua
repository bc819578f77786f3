-- The comparison function of `table.sort` loops, caught by an inner pcall. Expected: a located error.
-- expect: error {limit}
while true do pcall(table.sort, { 3, 2, 1 }, function() while true do end end) end
