-- Like `memory-times`, with table values and updates of shared state. Expected: memory stays limited.
-- run: check FILE
-- expect: either .
-- seconds: 10
shared { key = {} }
local list = {}
for i = 1, 100 do list[i] = { id = i, name = "name " .. i } end
for i = 1, 50 do service("S" .. i) { m = reply(list):set { key = list } :times(10000) } end
