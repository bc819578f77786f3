-- Names, strings, and comments of five megabytes, one of them unterminated. Expected: a short message.
-- expect: error .
--[==[ {{1|\n}} {{1000000|ab]=] }} ]==]
local {{5000000|n}} = 1
local y = "{{1000000|text}}
