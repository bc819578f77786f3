-- What is typed spins, catches its limit, and spins in a closing. Expected: the console goes on.
-- run: repl
-- expect: error {limit}
-- seconds: 5
while true do end
pcall(function() while true do end end) print("OUTLIVED")
local held <close> = setmetatable({}, { __close = function() while true do end end }) while true do end
