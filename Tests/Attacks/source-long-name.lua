-- Names, strings and comments of five megabytes, of which one is not closed. Expected: a short message.
-- expect: error .
--[==[ {{1|\n}} {{1000000|ab]=] }} ]==]
local {{5000000|n}} = 1
local y = "{{1000000|text}}
