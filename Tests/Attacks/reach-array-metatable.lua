-- The metatable that marks lists is shared by all of them: a script that changes it changes every list. Expected: it is out of reach.
-- expect: ok "name": "plain"
local meta = getmetatable(array {})
if type(meta) == "table" then meta.__index = function() return "changed" end end
local list = array { 1 }
service "S" { m = reply { name = list.name or "plain" } }
