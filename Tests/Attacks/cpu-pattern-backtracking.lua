-- Patterns that try every way to split a string. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
print(("a"):rep(5000):find(("a-"):rep(20) .. "b"))
