-- A string is endlessly doubled, also under pcall. Expected: a located error.
-- expect: error {limit}
local text = "x"
while true do pcall(function() text = text .. text end) end
