-- A chain of two hundred thousand fields, one of which is nil, so that naming it in the error is quadratic. Expected: it ends in time.
-- expect: error .
local x = {}
local y = x{{200000|.a}}
