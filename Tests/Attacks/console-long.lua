-- A line of five megabytes, control characters, and a line without an end. Expected: the console goes on with clean messages.
-- run: repl
-- expect: error .
-- seconds: 5
local x = "{{5000000|x}}"
local y = = "{{1|\x1b[31m\x00}}"
nope{{1000000|e}}
