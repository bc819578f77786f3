-- `_ENV` as a constant, for which some releases compile an index of the wrong register. Expected: a located error.
-- expect: error index
local values = { 1, 2, 3 }
local function inner(a, b, c)
  local _ENV <const> = 250
  pcall(function() return x end)
  x = a
  return y
end
inner(1, 2, 3)
