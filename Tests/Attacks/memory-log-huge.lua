-- Lines of a hundred megabytes are printed. Expected: memory stays limited.
-- expect: either {limit}
-- seconds: 4
local line = ("x"):rep(60000000)
print(line)
log(line, line, line, line, line)
