-- Many calls in one process that each use up their budget. Expected: each ends, and the next call gets a response.
-- run: call FILE S.m {} S.ok {} S.m {} S.ok
-- expect: error {limit}
-- seconds: 4
service "S" { ok = reply "alive", m = function() while true do end end }
