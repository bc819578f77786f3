local function find(query) return { query.text } end

service "CityService" { find = find }
http "https://api.example.com" {
  ["GET /cities"] = function(request) return find(request.query) end,
}
