-- A limit reaches a handler that never ends. Expected: a located error, and the handler does not run.
-- expect: error {limit}
-- never: HANDLED
xpcall(function() while true do end end, function() print("HANDLED") while true do end end)
