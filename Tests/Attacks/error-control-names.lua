-- Control and bidirectional characters in names quoted by messages. Expected: clean messages.
-- expect: error .
service "S\27[31m\u{202e}" { ["m\0\7"] = 5, ["\xff"] = 6 }
service "T" { m = reply { ["\27[2J\u{2067}"] = function() end } }
override("nobody\27[1m", "m\u{202d}", reply(1))
shared { ["k\8\8\8"] = print }
local x = _G["\27[7mundeclared"]
