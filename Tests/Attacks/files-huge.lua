-- A fixture of seventy megabytes. Expected: a located error, and memory stays limited.
-- file: huge.txt {{7000000|0123456789}}
-- expect: error large|memory limit
-- seconds: 4
fixture "huge.txt"
