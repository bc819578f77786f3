-- A chain of a hundred thousand method calls, each of which can be on a separate line. Expected: the time is proportional to the chain.
-- run: format FILE
-- expect: ok
local f
if f then f{{50000|:a()}} end
