-- A global that the language calls outside any call loops and raises errors. Expected: it isn't called.
-- run: call S.m
-- expect: ok "value":1
pcall(rawset, _G, "rawset", function() error("sabotage") end)
service "S" { ok = reply "alive", m = function() return 1 end }
