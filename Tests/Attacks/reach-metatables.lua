-- Metatables of the language's objects are read and changed with `getmetatable`. Expected: no change affects the language.
-- run: call S.m
-- expect: either .
-- never: REACHED
local function spoil(object)
  local meta = getmetatable(object)
  if type(meta) ~= "table" then return end
  for _, name in ipairs { "__index", "__newindex", "__call", "__name", "__tostring", "members", "unknown" } do
    pcall(rawset, meta, name, function() print("REACHED " .. name) return nil end)
  end
end
spoil(reply(1)) spoil(is.gt(1)) spoil(when({ a = 1 }, reply(1))) spoil(collection "c") spoil(service "S")
local answer = reply(2)
pcall(function() return answer:after(1) end)
service "S" { ok = reply "alive", m = function() collection("c"):all() return reply(1):after(5) end }
