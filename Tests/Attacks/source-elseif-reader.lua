-- Two hundred thousand branches of one `if`, from a reader that returns one at a time. Expected: it ends in time.
-- expect: either .
local count = 0
local chunk = load(function()
  count = count + 1
  return count == 1 and "local x = 5 if x == 0 then " or count < 200000 and "elseif x == 1 then x = 1 " or count == 200000 and "end" or nil
end)
service "S" { m = reply(1) }
