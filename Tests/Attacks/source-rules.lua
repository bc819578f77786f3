-- A method with thirty thousand rules, each compared with those before it. Expected: it ends in time.
-- run: check FILE
-- expect: either .
-- seconds: 10
service "S" { m = {
{{20000|when({ a = is.gt(\i), b = \i }, reply(\i)),
}} reply(0) } }
