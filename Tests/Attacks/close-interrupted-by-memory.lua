-- Memory runs out while variables are to be closed, whose closing allocates more. Expected: a located error.
-- expect: error {limit}
local held <close> = setmetatable({}, { __close = function()
  local t = {}
  while true do t[#t + 1] = ("y"):rep(1 << 20) .. #t end
end })
local t = {}
while true do t[#t + 1] = ("x"):rep(1 << 20) .. #t end
