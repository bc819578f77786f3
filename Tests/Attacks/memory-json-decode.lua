-- `json.decode` of texts that are small and become large: lists of empty lists, of maps, of zeros. Expected: memory is held.
-- expect: either {limit}|.
-- seconds: 10
local texts = {
  "[" .. ("[],"):rep(3000000) .. "0]",
  "[" .. ("{},"):rep(3000000) .. "0]",
  "[" .. ("0,"):rep(5000000) .. "0]",
  "[" .. ('{"a":0},'):rep(1000000) .. "0]",
}
for _, text in ipairs(texts) do pcall(json.decode, text) end
