-- A million escapes in a string, and an invalid one. Expected: a short message.
-- expect: error escape
local x = "{{300000|\\x41\\u{7FFFFFFF}\\z   }}\q"
