-- Console input runs out of memory three times, and keeps it in a variable. Expected: the console continues.
-- run: repl
-- expect: error {limit}
-- seconds: 6
kept = nil
local kept = {} while true do kept[#kept + 1] = ("x"):rep(1 << 20) .. #kept end
local t = {} while true do t[#t + 1] = ("y"):rep(1 << 20) .. #t end
kept = nil t = nil
