-- A chain of a hundred thousand calls is formatted. Expected: it takes time in proportion to the chain.
-- run: format FILE
-- expect: ok
local f
if f then f{{100000|()}} end
