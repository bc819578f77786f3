/// Something that a user did.
struct AnalyticsEvent: ApiModel, Equatable {
  let name: String
  var properties: [String: String] = [:]
}
