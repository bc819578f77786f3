-- Replaced `error`, `tostring`, `type`, `pcall` and `load` swallow what the language raises. Expected: they do not.
-- run: call S.m
-- expect: refused lacks
for _, name in ipairs { "error", "tostring", "pcall", "load", "assert" } do
  pcall(rawset, _G, name, function(...) return ... end)
end
pcall(rawset, _G, "type", function() return "table" end)
service "S" { ok = reply "alive", m = function() return services.S.nothing {}, state.unknown end }
