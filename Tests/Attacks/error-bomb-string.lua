-- An error message of a hundred megabytes. Expected: a short message.
-- expect: error .
error(("x"):rep(100000000))
