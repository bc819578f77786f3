-- Each instruction passes nine hundred thousand arguments on. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local function spin(...)
  while true do select(1, ...) select("#", ...) pcall(rawequal, ...) end
end
spin(table.unpack({}, 1, 400000))
