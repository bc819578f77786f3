-- `json.decode` of text nested a million levels deep, with unterminated brackets and escapes. Expected: caught errors.
-- expect: error deep|nested
-- seconds: 10
for _ = 1, 5 do
  pcall(json.decode, ("["):rep(1000000))
  pcall(json.decode, ('{"a":'):rep(500000))
  pcall(json.decode, ("["):rep(60) .. ("]"):rep(60))
  pcall(json.decode, '"' .. ("\\u0041"):rep(300000) .. '"')
  pcall(json.decode, '"' .. ("\\ud800"):rep(100000) .. '"')
end
json.decode(("[{\"a\":"):rep(100000))
