/// An action of the user.
struct AnalyticsEvent: ApiModel, Equatable {
  let name: String
  var properties: [String: String] = [:]
}
