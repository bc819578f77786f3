-- Two hundred thousand services in one script. Expected: it ends in time.
-- run: check FILE
-- expect: either .
-- seconds: 10
{{100000|service "S\i" { m = reply(1) }
}}
