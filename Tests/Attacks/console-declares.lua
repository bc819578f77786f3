-- Services are repeatedly declared and replaced. Expected: it ends in time, and memory stays limited.
-- run: repl
-- expect: either .
-- seconds: 10
{{300|service "S\i" { m = reply(\i), n = function() return \i end } services.S\i.m()
}}
for i = 1, 2000 do service("T" .. i) { m = reply(i) } end
