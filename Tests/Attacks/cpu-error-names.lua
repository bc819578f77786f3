-- Lua searches half a million globals for the name of a failed C function. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
for i = 1, 500000 do rawset(_G, "name" .. i, print) end
while true do pcall(string.rep) pcall(setmetatable, 1) pcall(table.concat, 1) pcall(utf8.char, "x") end
