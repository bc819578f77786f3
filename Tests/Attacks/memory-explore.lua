-- A flow of large answers is explored. Expected: the values of a run are freed with it.
-- run: explore FILE --time 4 --flow "S.big & S.big & S.big & S.big"
-- expect: ok runs
-- seconds: 6
service "S" { big = function() return string.rep("x", 5000000) end }
