-- Memory runs out in what is typed, three times, and is kept in a variable. Expected: the console goes on.
-- run: repl
-- expect: error {limit}
-- seconds: 6
kept = nil
local kept = {} while true do kept[#kept + 1] = ("x"):rep(1 << 20) .. #kept end
local t = {} while true do t[#t + 1] = ("y"):rep(1 << 20) .. #t end
kept = nil t = nil
