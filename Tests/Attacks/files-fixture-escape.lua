-- Fixture names that lead outside the folder. Expected: located errors.
-- expect: error fixture
for _, name in ipairs { "../x", "/etc/passwd", "a/../../etc/passwd", "..", ".", "x\0.json", "./../x", "//etc/passwd", "a\\..\\b" } do
  assert(not pcall(fixture, name))
end
fixture "../../../../etc/passwd"
