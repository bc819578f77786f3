-- The metatable that marks lists is changed, which must not change what a list is. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
local meta = getmetatable(array {})
if type(meta) == "table" then
  pcall(rawset, meta, "__data", { 1, 2, 3 })
  pcall(rawset, meta, "__name", "a response")
  pcall(rawset, meta, "__index", function() return 1 end)
  pcall(rawset, meta, "__pairs", function() return function() return 1 end end)
end
service "S" { ok = reply "alive", m = function() return array { 1 } end }
