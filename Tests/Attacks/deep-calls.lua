-- A function calls itself endlessly, and pcall catches the overflow. Expected: a located error.
-- expect: error {limit}|overflow
-- seconds: 4
local function down() return 1 + down() end
for _ = 1, 4 do print((pcall(down))) end
down()
