-- What scripts/bench-http asks for: an answer that stands there, and one that a function computes.
service "Speed" {
  static = reply { ok = true },
  computed = function(args) return { sum = args.a + args.b } end,
}
