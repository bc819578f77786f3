-- A scenario spins within a scenario's pcall. Expected: a located error.
-- run: FILE --scenario slow
-- expect: error {limit}
scenario("slow", function() while true do pcall(function() while true do end end) end end)
