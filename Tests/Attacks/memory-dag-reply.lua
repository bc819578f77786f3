-- A reply with a table that shares its parts so often that it is practically endless. Expected: a located error.
-- expect: error .
local shared_parts = { "leaf" }
for _ = 1, 45 do shared_parts = { shared_parts, shared_parts } end
service "S" { m = reply(shared_parts) }
