-- Fifty thousand services, methods, and gates created in a loop. Expected: memory stays limited, and it ends in time.
-- expect: either .
-- seconds: 10
for i = 1, 50000 do service("S" .. i) { ["m" .. i] = reply(i):gate("g" .. i) } end
