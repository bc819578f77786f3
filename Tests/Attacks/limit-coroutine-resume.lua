-- Coroutines that each loop for a short time, endlessly. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
while true do
  coroutine.resume(coroutine.create(function() for _ = 1, 10 do end end))
end
