-- The same with methods, each of which may stand on a line of its own. Expected: it takes time in proportion to the chain.
-- run: format FILE
-- expect: ok
local f
if f then f{{50000|:a()}} end
