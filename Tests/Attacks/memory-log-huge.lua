-- Lines of a hundred megabytes are printed. Expected: memory is held.
-- expect: either {limit}
-- seconds: 4
local line = ("x"):rep(60000000)
print(line)
log(line, line, line, line, line)
