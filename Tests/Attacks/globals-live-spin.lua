-- A global that the language calls when it goes live, outside of any call, spins and raises. Expected: it is not called.
-- run: call S.m
-- expect: ok "value":1
pcall(rawset, _G, "rawset", function() error("sabotage") end)
service "S" { ok = reply "alive", m = function() return 1 end }
