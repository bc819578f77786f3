-- A text that never becomes complete, with one more line again and again. Expected: it ends in time.
-- run: repl
-- expect: error .
-- seconds: 10
local t = {
{{4000|{ \i },
}}}
= =
