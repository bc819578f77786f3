-- The largest possible shared state is printed after the calls. Expected: memory stays limited.
-- run: call FILE S.m --state
-- expect: either {limit}
-- next: none
-- seconds: 10
shared { key = 1 }
service "S" { m = function() local list = {} for i = 1, 1000000 do list[i] = "text" end state.key = list end }
