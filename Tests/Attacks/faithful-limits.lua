-- Heavy but valid work within the budget, which the limits must not break. Expected: success.
-- expect: ok sum 500000500000
-- seconds: 4
local sum, words = 0, {}
for i = 1, 1000000 do sum = sum + i end
for word in (("lorem ipsum dolor "):rep(5000)):gmatch("%a+") do words[#words + 1] = word end
table.sort(words)
local parts = table.concat(words, " "):gsub("l(%a+)", "%1l"):upper()
assert(#words == 15000 and #parts > 50000)
local decoded = json.decode(json.encode { list = words })
assert(#decoded.list == 15000)
print("sum " .. sum)
