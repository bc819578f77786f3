-- Two hundred thousand chunks with different names, which are searched one by one. Expected: it ends in time.
-- expect: refused {limit}|many|name
-- seconds: 12
for i = 1, 200000 do load("reply(" .. i .. ")", "@name" .. i)() end
error("the names were all taken")
