-- A line of five megabytes, control characters, and an unterminated line. Expected: the console continues with clean messages.
-- run: repl
-- expect: error .
-- seconds: 5
local x = "{{5000000|x}}"
local y = = "{{1|\x1b[31m\x00}}"
nope{{1000000|e}}
