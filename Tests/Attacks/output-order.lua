-- Names of each kind are in a fixed order, however the table was created. Expected: the same output each time.
-- expect: ok -9007199254740993 -9007199254740992 -1
-- twice: yes
local map = { b = 1, [1.5] = 1, [true] = 1, [false] = 1, [-1] = 1, [0] = 1, a = 1, [3] = 1, [-9007199254740993] = 1, [-9007199254740992] = 1 }
local order = {}
for key in pairs(map) do order[#order + 1] = tostring(key) end
print(table.concat(order, " "))
local key, steps = nil, {}
repeat key = next(map, key) steps[#steps + 1] = tostring(key) until key == nil or #steps > 20
assert(#steps == #order + 1, #steps)
