-- A chain of a hundred thousand calls is formatted. Expected: the time is proportional to the chain.
-- run: format FILE
-- expect: ok
local f
if f then f{{100000|()}} end
