-- Memory runs out before variables are closed, and closing them allocates more. Expected: a located error.
-- expect: error {limit}
local held <close> = setmetatable({}, { __close = function()
  local t = {}
  while true do t[#t + 1] = ("y"):rep(1 << 20) .. #t end
end })
local t = {}
while true do t[#t + 1] = ("x"):rep(1 << 20) .. #t end
