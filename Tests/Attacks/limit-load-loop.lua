-- Endless loops in loaded chunks, each of them caught. Expected: a located error.
-- expect: refused {limit}
while true do pcall(load("while true do end", "=inner")) end
