-- The same is logged, printed and shown by the console, which must not write it out. Expected: the console goes on.
-- run: repl
-- expect: either {limit}|.
-- seconds: 6
local parts = { 1 }
for _ = 1, 40 do parts = { parts, parts } end
log(parts) print(parts)
parts
reply(parts)
