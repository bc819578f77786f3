-- The responses of the live services.

service "SearchService" { find = reply { "green tea", "black tea" } }
