shared { user = "Ada" }
service "InboxService" :bind "user" { count = reply(3) }
variant("many", function() override("InboxService", "count", reply(9)) end)
