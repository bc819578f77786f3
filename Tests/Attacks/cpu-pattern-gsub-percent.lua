-- Replacements of a million `%1`, by string and by table. Expected: a located error.
-- expect: either {limit}|large
-- seconds: 10
for _ = 1, 20 do
  pcall(string.gsub, ("x"):rep(3000), "(x+)", ("%1"):rep(30000))
  pcall(string.gsub, ("x"):rep(1000000), "x", { x = ("y"):rep(200) })
end
