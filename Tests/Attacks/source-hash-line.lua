-- A first line of ten megabytes after `#`, and many carriage returns. Expected: it ends in time.
-- expect: error .
{{3000000|\x0d}} {{1000000|;;}} = 1
