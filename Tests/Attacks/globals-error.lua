-- Replaced `error`, `tostring`, `type`, `pcall`, and `load` try to swallow the language's errors. Expected: they don't.
-- run: call S.m
-- expect: refused doesn't have
for _, name in ipairs { "error", "tostring", "pcall", "load", "assert" } do
  pcall(rawset, _G, name, function(...) return ... end)
end
pcall(rawset, _G, "type", function() return "table" end)
service "S" { ok = reply "alive", m = function() return services.S.nothing {}, state.unknown end }
