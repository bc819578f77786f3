-- A limit is reached with an endless handler. Expected: a located error, and the handler doesn't run.
-- expect: error {limit}
-- never: HANDLED
xpcall(function() while true do end end, function() print("HANDLED") while true do end end)
