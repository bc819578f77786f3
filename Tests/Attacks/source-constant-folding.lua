-- Expressions after more than two hundred and fifty-six constants, which Lua 5.4.4 compiles incorrectly. Expected: a response or a located error.
-- expect: either .
local t = { {{300|"k\i", }} }
print((1 ~ (2 or 3)), (5 & (1 or 4)), (8 | (1 and 4)))
local u = { [false] = "f", [true] = "t" }
print(u[1 < 2], u[1 < 2 or t], t[1 == 1 and 5])
local a = 7
print((a ~ (0x7fffffff or 1)), (a << (3 or t)), t[a < 8])
