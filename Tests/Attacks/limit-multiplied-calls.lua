-- Many calls in one process, each of which uses its budget up. Expected: each ends, and the next answers.
-- run: call FILE S.m {} S.ok {} S.m {} S.ok
-- expect: error {limit}
-- seconds: 4
service "S" { ok = reply "alive", m = function() while true do end end }
