-- A condition that loops is explained. Expected: a located error.
-- run: explain FILE S.m
-- expect: error {limit}
-- next: none
service "S" { m = { when(function() while true do end end, reply(1)), reply(2) } }
