-- Names a megabyte long in messages: keys, globals, methods, services, gates, and options. Expected: short messages.
-- expect: error .
local long = ("n"):rep(1000000)
service "S" { [long] = 5 }
service(long)
override(long, long, 5)
pcall(function() return reply(1)[long] end)
pcall(function() return is[long] end)
pcall(function() return json[long] end)
pcall(function() return clock[long] end)
service "T" { m = { reply(1), [long] = 1, exhausted = long, by = long .. ".." } }
reply { [long] = function() end }
local undeclared = _G[long]
