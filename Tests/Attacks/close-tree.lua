-- A closing function creates two more closing variables of its kind and then loops. Expected: an immediate located error.
-- expect: error {limit}
local meta = {}
function meta.__close()
  local left <close> = setmetatable({}, meta)
  local right <close> = setmetatable({}, meta)
  for _ = 1, math.huge do end
end
do
  local root <close> = setmetatable({}, meta)
  for _ = 1, math.huge do end
end
