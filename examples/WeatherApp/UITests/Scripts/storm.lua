-- The station doesn't respond at first, then reports a storm.
service "WeatherService" {
  forecast = { fail("silent"), reply { degrees = 9, sky = "storm" } },
}
