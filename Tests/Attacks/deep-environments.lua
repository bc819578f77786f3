-- Chunks loaded in chunks loaded in chunks. Expected: a caught error.
-- expect: ok services
-- seconds: 4
local function nest() return 1 + load("local nest = ... return 1 + nest()")(nest) end
print((pcall(nest)))
local text = "return 1"
for _ = 1, 15 do text = ("return load(%q)()"):format(text) end
print(pcall(load(text)))
