-- A million comments, and variants after a comment of several megabytes. Expected: it ends in time.
-- run: list FILE
-- expect: either .
-- seconds: 4
{{500000|-- comment \i
}}variant("one", function() end)
service "S" { m = reply(1) }
