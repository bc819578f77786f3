-- The metatable that marks lists gets a finalizer, which would run without limits. Expected: it never runs.
-- expect: either .
-- never: FINALIZED
local meta = getmetatable(array {})
if type(meta) == "table" then
  pcall(rawset, meta, "__gc", function() print("FINALIZED") while true do end end)
end
for i = 1, 300000 do local list = array { i } end
