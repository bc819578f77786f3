-- Control characters in source that doesn't compile, close to the error. Expected: a clean message.
-- expect: error .
local x = = "{{1|\x1b[31m\xe2\x80\xae}}"
