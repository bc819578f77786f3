-- A variant spins within a pcall. Expected: a located error.
-- run: FILE --variant slow
-- expect: error {limit}
variant("slow", function() while true do pcall(function() while true do end end) end end)
