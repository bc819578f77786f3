-- `json.decode` of numbers with a million digits, before and after the decimal point and in the exponent. Expected: it ends in time.
-- expect: either .
-- seconds: 10
for _ = 1, 20 do
  pcall(json.decode, ("9"):rep(1000000))
  pcall(json.decode, "0." .. ("1"):rep(1000000))
  pcall(json.decode, "1e" .. ("9"):rep(1000000))
  pcall(json.decode, "-" .. ("8"):rep(1000000) .. ".5e-999999")
  pcall(json.decode, "[" .. ("1e308,"):rep(100000) .. "1e309]")
end
