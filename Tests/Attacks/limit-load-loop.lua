-- Endless loops in loaded chunks, each of which is caught. Expected: a located error.
-- expect: refused {limit}
while true do pcall(load("while true do end", "=inner")) end
