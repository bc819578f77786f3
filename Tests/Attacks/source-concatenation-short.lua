-- Concatenations of a hundred and ninety operands, repeated many times. Expected: it ends in time.
-- expect: ok services
local a = "x"
local t = {}
{{2000|t[#t + 1] = a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a
}}
