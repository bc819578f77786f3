-- An endless loop without a call or a count. Expected: a located error.
-- expect: error {limit}
::again::
goto again
