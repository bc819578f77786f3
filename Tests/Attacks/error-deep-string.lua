-- An error without a place from a hundred and fifty thousand calls deep. Expected: a located error at once.
-- expect: error raised
local function down(n)
  if n == 0 then error("raised down there", 0) end
  return down(n - 1) + 1
end
down(150000)
