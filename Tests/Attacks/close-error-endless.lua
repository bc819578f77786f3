-- An error while closing is closed by another one that raises, ten thousand levels deep. Expected: a located error.
-- expect: error .
local function open(depth)
  local held <close> = setmetatable({}, { __close = function(_, problem) error((problem or "") .. "x", 0) end })
  if depth > 0 then open(depth - 1) end
end
open(10000)
