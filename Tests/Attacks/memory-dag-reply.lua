-- A table that shares its parts, so that it would be endless when it is written out, in a reply. Expected: a located error.
-- expect: error .
local shared_parts = { "leaf" }
for _ = 1, 45 do shared_parts = { shared_parts, shared_parts } end
service "S" { m = reply(shared_parts) }
