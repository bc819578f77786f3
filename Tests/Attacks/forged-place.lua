-- Locations in nonexistent files. Expected: a located error without a crash.
-- expect: either .
local function placed(place)
  local answer = reply(1):set { unknown = 1 }
  rawset(answer, "@place", place)
  return answer
end
service "S" { a = placed(math.maxinteger), b = placed(math.mininteger), c = placed(1 << 62), d = placed(-1), e = placed(5) }
