-- Console input loops, catches its limit, and loops while closing. Expected: the console continues.
-- run: repl
-- expect: error {limit}
-- seconds: 5
while true do end
pcall(function() while true do end end) print("OUTLIVED")
local held <close> = setmetatable({}, { __close = function() while true do end end }) while true do end
