-- The console shows deep, shared, and endless data. Expected: it is truncated, and the console continues.
-- run: repl
-- expect: either {limit}|deep|nested
-- seconds: 4
local deep = {}
for _ = 1, 100000 do deep = { deep } end
deep
local shared_parts = { 1 }
for _ = 1, 30 do shared_parts = { shared_parts, shared_parts } end
shared_parts
setmetatable({}, { __pairs = function() return function() return 1, 2 end end })
reply(1):set { a = ("x"):rep(1000000) }
