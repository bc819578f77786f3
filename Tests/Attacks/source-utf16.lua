-- The script is UTF-16 without a byte order mark. Expected: a message with a place.
-- expect: refused .
{{1000|l\x00o\x00g\x00(\x001\x00)\x00\n\x00}}
