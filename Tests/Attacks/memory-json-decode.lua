-- `json.decode` of small text that becomes large: lists of empty lists, of maps, and of zeros. Expected: memory stays limited.
-- expect: either {limit}|.
-- seconds: 10
local texts = {
  "[" .. ("[],"):rep(3000000) .. "0]",
  "[" .. ("{},"):rep(3000000) .. "0]",
  "[" .. ("0,"):rep(5000000) .. "0]",
  "[" .. ('{"a":0},'):rep(1000000) .. "0]",
}
for _, text in ipairs(texts) do pcall(json.decode, text) end
