-- Patterns that recurse for each character: optional ones, captures, frontiers, and balanced pairs. Expected: results or caught errors.
-- expect: ok services
print((pcall(string.find, ("a"):rep(300000), (".?"):rep(300000))))
print((pcall(string.find, ("a"):rep(1000), ("(a"):rep(33) .. (")"):rep(33))))
print((pcall(string.find, ("a"):rep(300000), (".-"):rep(250) .. "b")))
print((pcall(string.match, ("("):rep(300000) .. (")"):rep(300000), "%b()")))
print((pcall(string.gsub, ("a"):rep(100000), "%f[a]a*", "%0%0")))
