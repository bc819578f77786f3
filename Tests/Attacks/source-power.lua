-- A right-associative chain of a hundred thousand powers. Expected: a located error.
-- expect: error .
local x = 1 {{100000|^ 1 }}
