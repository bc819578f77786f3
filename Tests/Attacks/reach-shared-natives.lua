-- Fields of `_G` that the language's files use while they are loaded. Expected: none is left.
-- expect: ok services
for _, name in ipairs { "mocklua_host", "mocklua_live", "mocklua_console", "lang", "natives" } do
  assert(rawget(_G, name) == nil)
  assert(not pcall(function() return _G[name] end))
end
for key, value in next, _G do error("_G holds " .. tostring(key)) end
