-- A script changes the metatable that marks lists, which all lists share. Expected: it can't.
-- expect: ok "name": "plain"
local meta = getmetatable(array {})
if type(meta) == "table" then meta.__index = function() return "changed" end end
local list = array { 1 }
service "S" { m = reply { name = list.name or "plain" } }
