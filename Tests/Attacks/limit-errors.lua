-- Errors are raised and caught without end, which costs few instructions and much time. Expected: a located error at the deadline.
-- expect: error {limit}
-- seconds: 10
while true do pcall(error) end
