-- Responses for a running app. The test changes the temperature, and opens the gate.
shared { degrees = 12 }

service "WeatherService" {
  forecast = {
    reply(function(args) return { degrees = state.degrees, sky = "wind over " .. args.city } end),
    reply(function(args) return { degrees = state.degrees, sky = "calm over " .. args.city } end)
      :gate "harbour",
  },
}
