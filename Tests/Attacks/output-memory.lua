-- The contents of memory are counted the same way in each run, with many tables and strings by hash. Expected: the same output each time.
-- expect: ok \d
-- twice: yes
local t = {}
for i = 1, 20000 do t["key" .. i] = { i } t[{}] = ("x"):rep(i % 100) end
print(collectgarbage "count")
