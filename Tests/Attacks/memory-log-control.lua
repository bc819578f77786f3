-- Lines of tens of megabytes of control characters are printed, each as an escape. Expected: memory is held.
-- expect: either {limit}
-- never: \x01
-- seconds: 10
local line = ("\1"):rep(30000000)
print(line)
log(line, line)
