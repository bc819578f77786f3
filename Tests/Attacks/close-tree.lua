-- A closing that opens two more of its kind and then spins. Expected: a located error at once.
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
