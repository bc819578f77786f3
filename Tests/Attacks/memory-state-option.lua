-- The shared state is printed behind the calls, and is as large as can be. Expected: memory is held.
-- run: call FILE S.m --state
-- expect: either {limit}
-- next: none
-- seconds: 10
shared { key = 1 }
service "S" { m = function() local list = {} for i = 1, 1000000 do list[i] = "text" end state.key = list end }
