-- One line with thirty thousand locals without a value. Expected: it ends in time.
-- run: repl
-- expect: either .
-- seconds: 5
{{30000|local x\i }}
x1
