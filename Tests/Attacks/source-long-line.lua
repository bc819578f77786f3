-- A line of ten megabytes with an error at its end. Expected: a short message.
-- expect: error .
-- seconds: 5
local t = { {{1000000|"element", }} } local x = = 1
