-- Endless loops in `__index`, `__lt`, `__concat`, and `__len`, each of them caught. Expected: a located error.
-- expect: error {limit}
local function spin() while true do end end
local object = setmetatable({}, { __index = spin, __lt = spin, __concat = spin, __len = spin, __unm = spin, __eq = spin })
while true do
  pcall(function() return object.x end)
  pcall(function() return object < object end)
  pcall(function() return object .. "" end)
  pcall(function() return #object end)
end
