-- `tonumber`, `math.tointeger`, and bitwise operators on long strings. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local text, digits = (" "):rep(20000000) .. "7", ("9"):rep(20000000)
for _ = 1, 10000 do
  tonumber(text) tonumber(digits) tonumber(digits, 10) tonumber(("z"):rep(100), 36)
  math.tointeger(text)
  pcall(function() return text | 1 end)
  pcall(string.rep, "x", digits)
  pcall(string.format, "%d", text)
end
