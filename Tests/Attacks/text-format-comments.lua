-- A hundred thousand comments stand behind a statement. Expected: formatting takes time in proportion to their number.
-- run: format FILE
-- expect: ok
local f{{100000| --[[c]]}}
