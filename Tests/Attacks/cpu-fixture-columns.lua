-- A table of text with sixty thousand columns, none of which is named twice. Expected: it ends in time.
-- file: wide.csv {{60000|c\i,}}last
-- expect: ok services
-- seconds: 10
print(#fixture "wide.csv")
