-- A `for` loop and comparisons of mixed types with huge numbers. Expected: a located error, or it ends in time.
-- expect: either {limit}
-- seconds: 10
for i = math.mininteger, math.maxinteger, 1 << 40 do end
for i = 1.0, 2.0, 1e-300 do if i > 1 then break end end
for i = 1, 2 ^ 53, 2 ^ -1074 do end
