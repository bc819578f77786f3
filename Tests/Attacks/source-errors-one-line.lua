-- A thousand errors on one line with a hundred thousand tables, in which the line of each is looked for. Expected: it ends in time.
-- expect: error .
-- seconds: 10
local t = { {{100000|{a=1},}} } for i = 1, 900 do service("S") { ["m" .. i] = i } end
