-- A function whose limits were checked while all strings were small creates large ones and compares them immediately. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
while true do
  local a, b = ("\0"):rep(30000000) .. "a", ("\0"):rep(30000000) .. "b"
  local thread = coroutine.wrap(function()
    for _ = 1, 900 do
      if a < b then a, b = a, b end
    end
  end)
  thread()
end
