extension Int {
  /// The amount, which is in cents, as text such as `12.50`.
  var money: String {
    let cents = String(magnitude % 100)
    let sign = self < 0 ? "-" : ""
    return "\(sign)\(magnitude / 100).\(cents.count < 2 ? "0" : "")\(cents)"
  }
}
