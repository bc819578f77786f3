-- A thousand errors on one line with a hundred thousand tables, whose line is searched for each error. Expected: it ends in time.
-- expect: error .
-- seconds: 10
local t = { {{100000|{a=1},}} } for i = 1, 900 do service("S") { ["m" .. i] = i } end
