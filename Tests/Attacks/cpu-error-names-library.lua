-- Lua searches a library's fields for the name of a failed C function. Expected: it ends in time.
-- expect: either {limit}|library|set
-- seconds: 10
for i = 1, 300000 do table["name" .. i] = print end
while true do pcall(table.concat, 1) pcall(utf8.char, "x") pcall(math.floor, {}) end
