-- Memory runs out, and the handler allocates more. Expected: a located error.
-- expect: error {limit}
xpcall(function()
  local t = {}
  while true do t[#t + 1] = ("x"):rep(100000) .. #t end
end, function() return ("x"):rep(1 << 27) end)
