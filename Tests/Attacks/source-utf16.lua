-- A script in UTF-16 without a byte order mark. Expected: a message with a location.
-- expect: refused .
{{1000|l\x00o\x00g\x00(\x001\x00)\x00\n\x00}}
