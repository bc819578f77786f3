-- The reader function of `load` loops. Expected: a located error.
-- expect: error {limit}
while true do pcall(load, function() while true do end end) end
