-- `table.sort` with a forged length, with elements from a C function. Expected: a located error.
-- expect: error {limit}|array|order|nil
-- seconds: 10
for _, length in ipairs { 1 << 20, 1 << 30, (1 << 31) - 2, 1 << 62, -5 } do
  local list = setmetatable({}, { __len = function() return length end, __index = rawlen, __newindex = rawequal })
  print(pcall(table.sort, list))
  pcall(table.sort, list, rawequal)
end
error("not an order")
