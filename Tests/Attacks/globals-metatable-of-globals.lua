-- The metatables of `_G`, strings, `null`, libraries, and words are read and set. Expected: they are protected.
-- expect: ok services
for _, value in ipairs { _G, "", null, string, math, os, json, clock, is, state, services } do
  assert(type(getmetatable(value)) ~= "table")
  assert(not pcall(setmetatable, type(value) == "table" and value or _G, {}))
end
