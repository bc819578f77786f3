-- A replaced `load` receives a module's source and returns another function. Expected: the module is loaded.
-- file: part.lua return "the module"
-- run: call S.m
-- expect: ok "value":"the module"
pcall(rawset, _G, "load", function() return function() return "the impostor" end end)
local part = require "part"
service "S" { ok = reply "alive", m = function() return part end }
