-- A loop with an endless closing value is repeatedly left with break. Expected: a located error.
-- expect: error {limit}
local guard = setmetatable({}, { __close = function() for _ = 1, 1e9 do end end })
while true do
  pcall(function() for _ in next, { 1 }, nil, guard do break end end)
end
