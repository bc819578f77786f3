-- Input that never becomes complete, one line at a time. Expected: it ends in time.
-- run: repl
-- expect: error .
-- seconds: 10
local t = {
{{4000|{ \i },
}}}
= =
