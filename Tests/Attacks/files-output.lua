-- A script that tries to write a file, start a process, and end this one. Expected: a located error for each.
-- expect: error os.exit
for _, body in ipairs {
  function() io.open("x", "w") end, function() os.execute("true") end, function() os.remove("x") end, function() os.rename("x", "y") end,
  function() os.tmpname() end, function() os.getenv("PATH") end, function() os.setlocale("C") end, function() dofile("x") end,
  function() loadfile("x") end, function() package.loadlib("x", "y") end, function() io.popen("true") end, function() debug.debug() end,
} do assert(not pcall(body)) end
os.exit(0, true)
