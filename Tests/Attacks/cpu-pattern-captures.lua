-- Back references to long captures, and many captures. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
for _ = 1, 1000 do
  pcall(string.find, ("a"):rep(20000) .. "b", "(.+)%1c")
  pcall(string.find, ("ab"):rep(20000), "(.-)(.-)(.-)%1%2%3c")
end
