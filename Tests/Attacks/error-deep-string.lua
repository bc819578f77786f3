-- An error without a location at a depth of a hundred and fifty thousand calls. Expected: an immediate located error.
-- expect: error raised
local function down(n)
  if n == 0 then error("raised down there", 0) end
  return down(n - 1) + 1
end
down(150000)
