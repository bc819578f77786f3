-- The metatable of `_G` and of strings, `null`, libraries and words is asked for and set. Expected: it is protected.
-- expect: ok services
for _, value in ipairs { _G, "", null, string, math, os, json, clock, is, state, services } do
  assert(type(getmetatable(value)) ~= "table")
  assert(not pcall(setmetatable, type(value) == "table" and value or _G, {}))
end
