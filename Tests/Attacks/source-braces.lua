-- A table constructor nested a hundred thousand levels deep. Expected: a located error.
-- expect: error .
service "S" { m = reply {{100000|{}}{{100000|}}} }
