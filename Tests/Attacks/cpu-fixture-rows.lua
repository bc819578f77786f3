-- A text table with unterminated quotes, and one with a million empty lines. Expected: a located error in time.
-- file: open.csv a,b{{1|\n}}"{{1000000|x""}}
-- file: empty.csv a{{1000000|\n}}
-- expect: error quote
-- seconds: 10
print(#fixture "empty.csv")
fixture "open.csv"
