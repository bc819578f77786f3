-- A function with three hundred thousand constants. Expected: it ends in time.
-- expect: ok services
local t = {
{{300000|"constant \i",
}}}
