-- Bytes that aren't text: NUL, invalid UTF-8, and control characters. Expected: a clean message with a location.
-- expect: error .
local x = "{{1|\x00}}" local y = {{1|\xff\xfe\x00\x01}}
