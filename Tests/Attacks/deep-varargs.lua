-- A million arguments to Lua and C functions. Expected: caught errors.
-- expect: ok services
local function spread(n, ...) if n > 0 then return spread(n - 1, n, ...) end return select("#", ...) end
print((pcall(spread, 3000)))
local letters = setmetatable({}, { __index = function() return 65 end })
print((pcall(function() return #string.char(table.unpack(letters, 1, 200000)) end)))
for _, count in ipairs { 999000, 1000000, 10000000, math.maxinteger } do
  print((pcall(table.unpack, {}, 1, count)))
  print((pcall(function() return math.max(table.unpack({}, 1, count)) end)))
  print((pcall(coroutine.wrap(print), table.unpack({}, 1, count % 900000))))
end
print((pcall(select, -1000000, 1)))
