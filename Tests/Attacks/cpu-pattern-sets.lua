-- A set of a hundred thousand members, tried at each of a hundred thousand positions. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local set = "[" .. ("a-bx%w"):rep(20000) .. "]y"
for _ = 1, 100 do pcall(string.find, (";"):rep(200000), set) end
