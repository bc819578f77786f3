-- A repeated key, once with an escape. Expected: it is rejected as the same key.
-- expect: error appears twice in one table
service "S" { ["n\97me"] = reply(1), name = reply(2) }
