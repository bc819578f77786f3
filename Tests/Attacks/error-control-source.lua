-- Control characters in the source itself, near which it does not compile. Expected: a clean message.
-- expect: error .
local x = = "{{1|\x1b[31m\xe2\x80\xae}}"
