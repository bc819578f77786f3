-- A hundred thousand parentheses around a number. Expected: a located error.
-- expect: error .
local x = {{100000|(}}1{{100000|)}}
