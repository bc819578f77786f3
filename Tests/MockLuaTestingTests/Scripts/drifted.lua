service "DriftedTasks" { task = reply { id = 7, title = "tea", state = "open" } }
