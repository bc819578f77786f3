-- A replaced `getmetatable` makes anything look like a response. Expected: the language doesn't call it.
-- expect: error .
local seen = {}
local real = getmetatable
pcall(rawset, _G, "getmetatable", function(object)
  local meta = real(object)
  if type(meta) == "table" and meta.__name then seen[1] = meta end
  return seen[1] or meta
end)
local answer = reply(1)
service "S" { m = { ["@kind"] = "success", ["@value"] = "\6\255\255\255\127" }, n = 5 }
