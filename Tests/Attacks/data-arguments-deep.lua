-- Arguments of a call that nest two thousand deep. Expected: a refusal.
-- run: call S.m {"a":{{2000|[}}{{2000|]}}}
-- expect: misuse .
-- next: none
service "S" { m = function(args) return args end }
