-- A service with two hundred thousand methods. Expected: it ends in time.
-- run: check FILE
-- expect: either .
-- seconds: 5
service "S" {
{{200000|m\i = reply(1),
}}}
