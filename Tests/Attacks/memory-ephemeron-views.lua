-- A script links views to each other in a chain through the language's own weak table. Expected: it ends in time.
-- expect: either {limit}|changed in place
-- seconds: 6
local rows, views = collection "rows", {}
for i = 1, 60000 do
  views[i] = rows:insert { id = 1, part = {} }
  rows:clear()
end
local order = {}
for i = 1, #views do order[i] = i end
for i = #order, 2, -1 do
  local other = math.random(i)
  order[i], order[other] = order[other], order[i]
end
for i = 1, #order - 1 do rawset(views[order[i]].part, "following", views[order[i + 1]]) end
local start = views[order[1]]
views, order = nil, nil
local junk = {}
for i = 1, 3000000 do junk[i % 1000] = { i } end
