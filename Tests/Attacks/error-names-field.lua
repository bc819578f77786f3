-- Lua names the field of a failed index, which is a megabyte long. Expected: a short message.
-- expect: refused index
local chunk = load("local t = {} return t." .. ("n"):rep(1000000) .. ".x")
chunk()
