-- Fifty thousand services, methods and gates by a loop. Expected: memory is held, and it ends in time.
-- expect: either .
-- seconds: 10
for i = 1, 50000 do service("S" .. i) { ["m" .. i] = reply(i):gate("g" .. i) } end
