-- An expression that concatenates a hundred thousand operands. Expected: a located error.
-- expect: error .
local a = ""
local x = a {{100000|.. a }}
