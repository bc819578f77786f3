-- A table that expands to millions of values is logged, printed, and shown by the console. Expected: it isn't expanded, and the console continues.
-- run: repl
-- expect: either {limit}|.
-- seconds: 6
local parts = { 1 }
for _ = 1, 40 do parts = { parts, parts } end
log(parts) print(parts)
parts
reply(parts)
