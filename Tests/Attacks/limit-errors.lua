-- Errors are endlessly raised and caught, which uses few instructions but much time. Expected: a located error at the deadline.
-- expect: error {limit}
-- seconds: 10
while true do pcall(error) end
