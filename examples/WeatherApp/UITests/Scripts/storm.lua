-- The station is silent at first; then a storm.
service "WeatherService" {
  forecast = { fail("silent"), reply { degrees = 9, sky = "storm" } },
}
