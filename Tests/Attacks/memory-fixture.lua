-- A fixture with many small values is repeatedly read and kept. Expected: memory stays limited.
-- file: data.json [{{500000|{"a":[]},}}0]
-- file: data.csv a,b{{1|\n}}{{300000|x,y\n}}
-- expect: either {limit}|fixture
-- seconds: 10
local kept = {}
for i = 1, 20 do kept[#kept + 1] = fixture "data.json" kept[#kept + 1] = fixture "data.csv" end
