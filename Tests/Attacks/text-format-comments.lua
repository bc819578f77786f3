-- A hundred thousand comments after a statement. Expected: the formatting time is proportional to their number.
-- run: format FILE
-- expect: ok
local f{{100000| --[[c]]}}
