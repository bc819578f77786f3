-- The responses for scripts/bench-http: a constant one, and one that a function computes.
service "Speed" {
  static = reply { ok = true },
  computed = function(args) return { sum = args.a + args.b } end,
}
