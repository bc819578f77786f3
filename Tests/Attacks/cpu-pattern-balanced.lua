-- `%b` and `%f` search the whole string at each position. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
for _ = 1, 1000 do
  pcall(string.find, ("("):rep(200000), "%b()")
  pcall(string.gsub, ("(a"):rep(200000), "%b()", "")
  pcall(string.find, ("a "):rep(100000), "%f[a]a.-%f[%z]b")
end
