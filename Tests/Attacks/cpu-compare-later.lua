-- A function whose thread has looked at the limits when all strings were small makes large ones and compares them at once. Expected: it ends in time.
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
