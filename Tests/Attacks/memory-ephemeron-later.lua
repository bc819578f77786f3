-- A chain of keys in alternating table order, in a table that becomes weak only at the end, by an assignment to its metatable. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 4
local chain, meta = {}, {}
setmetatable(chain, meta)
local held, order = {}, {}
for i = 1, 200000 do
  held[i] = {}
  chain[held[i]] = true
end
for key in next, chain do order[#order + 1] = key end
local first, last, previous, start = 1, #order, nil, nil
while first <= last do
  for _, key in ipairs { order[last], order[first] } do
    if previous then chain[previous] = key else start = key end
    previous = key
  end
  first, last = first + 1, last - 1
end
held, order = nil, nil
rawset(meta, "__" .. ("mode"), "k")
local junk = {}
for i = 1, 3000000 do junk[i % 1000] = { i } end
