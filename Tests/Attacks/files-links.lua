-- Links next to the script that lead outside the folder, to a device, and to themselves. Expected: located errors, and nothing is read.
-- link: passwords /etc/passwd
-- link: zero.txt /dev/zero
-- link: loop.json loop.json
-- link: out /etc
-- expect: error link|fixture
-- never: root:
for _, name in ipairs { "passwords", "zero.txt", "loop.json", "out/passwd", "out/../etc/passwd" } do
  assert(not pcall(fixture, name))
end
pcall(require, "out.passwd")
fixture "passwords"
