-- Bytes that are no text: NUL, invalid UTF-8, control characters. Expected: a clean message with a place.
-- expect: error .
local x = "{{1|\x00}}" local y = {{1|\xff\xfe\x00\x01}}
