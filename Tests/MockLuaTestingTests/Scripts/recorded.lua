-- What the live services answered.

service "SearchService" { find = reply { "green tea", "black tea" } }
