-- A hundred thousand `not` and `-` before a value. Expected: a located error.
-- expect: error .
local x = {{50000|not - }} 1
