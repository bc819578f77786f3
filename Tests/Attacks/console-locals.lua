-- One line with fifty thousand locals, and a name a megabyte long. Expected: it ends in time.
-- run: repl
-- expect: either .
-- seconds: 5
{{50000|local x\i = \i }}
local {{1000000|n}} = 1
1 + 1
