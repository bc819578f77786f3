-- Lines of tens of megabytes of control characters are printed, each character as an escape. Expected: memory stays limited.
-- expect: either {limit}
-- never: \x01
-- seconds: 10
local line = ("\1"):rep(30000000)
print(line)
log(line, line)
