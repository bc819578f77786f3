-- Deep data with keys a hundred kilobytes long, which form the path of the problem. Expected: a short message.
-- expect: error nested
local deep = {}
for i = 1, 100 do deep = { [("k"):rep(100000) .. i] = deep } end
service "S" { m = reply(deep) }
