-- A script replaces globals with endless functions, which the console's own files would call without limits. Expected: they aren't called.
-- file: bad.lua for _, name in ipairs { "rawget", "setmetatable", "getmetatable", "ipairs", "rawset" } do rawset(_G, name, function() while true do end end) end
-- run: repl bad.lua
-- expect: any {limit}
-- seconds: 4
1 + 1
service "S" { m = reply(1) }
services.S.m()
