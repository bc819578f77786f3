-- Two hundred thousand branches of one `if`, in loaded source. Expected: it ends in time.
-- expect: either .
local text = "local x = 5 if x == 0 then " .. ("elseif x == 1 then x = 1 "):rep(200000) .. " end"
local chunk = load(text)
service "S" { m = reply(1) }
