-- A text table with sixty thousand columns with different names. Expected: it ends in time.
-- file: wide.csv {{60000|c\i,}}last
-- expect: ok services
-- seconds: 10
print(#fixture "wide.csv")
