-- Coroutines that spin a little each, without end. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
while true do
  coroutine.resume(coroutine.create(function() for _ = 1, 10 do end end))
end
