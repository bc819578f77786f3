-- A million comments, and scenarios after a comment of several megabytes. Expected: it ends in time.
-- run: presets FILE
-- expect: either .
-- seconds: 4
{{500000|-- comment \i
}}variant("one", function() end)
service "S" { m = reply(1) }
