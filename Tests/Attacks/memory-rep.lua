-- `string.rep` beyond all memory, by count, by length, and by separator. Expected: errors or a located error.
-- expect: either {limit}|large
print((pcall(string.rep, "x", 1 << 62)))
print((pcall(string.rep, "", 1 << 62)))
print((pcall(string.rep, "xy", math.maxinteger, ("z"):rep(1000))))
print((pcall(string.rep, "x", -1)))
print((pcall(string.rep, "", math.maxinteger, "")))
print((pcall(string.rep, ("x"):rep(1 << 20), 1 << 20)))
