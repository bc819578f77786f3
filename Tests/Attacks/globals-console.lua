-- A replaced `rawget` tries to intercept Swift's responses to the console. Expected: it can't.
-- run: repl
-- expect: either .
-- never: STOLEN
rawset(_G, "rawget", function(t, k) if k == "mocklua_console" then print("STOLEN") end return nil end)
1 + 1
rawset(_G, "ipairs", function(t) print("STOLEN " .. #t) return next, t end)
service "S" { m = reply(1) }
services.S.m()
