-- Call arguments nested two thousand levels deep. Expected: an error.
-- run: call S.m {"a":{{2000|[}}{{2000|]}}}
-- expect: misuse .
-- next: none
service "S" { m = function(args) return args end }
