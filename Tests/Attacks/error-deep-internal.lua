-- An error deep in functions of a chunk that is named like the language's own files. Expected: an immediate located error.
-- expect: error .
local down = load("local n = 0 local function down(k) if k == 0 then error('deep', 2) end return 1 + down(k - 1) end return down", "=[mocklua]")()
pcall(down, 150000)
local unnamed = load("local function down(k) if k == 0 then error('deep') end return 1 + down(k - 1) end return down", "=?")()
unnamed(150000)
