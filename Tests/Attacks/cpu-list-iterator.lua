-- The iterator that `pairs` returns for a list is called with a table with a distant border. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local iterator = pairs({ 1 })
local sparse = { [5] = 1, [9] = 1 }
for k = 0, 61 do sparse[1 << k] = true end
pcall(iterator, sparse, 1 << 59)
for _ in iterator, sparse, 1 << 40 do end
