import MockServices

/// Prints the configuration that the process was launched with as compact JSON, `none`, or the error.
@main
struct TransportReader {
  static func main() {
    do {
      print(try MockServiceConfiguration.fromEnvironment()?.json(.compact) ?? "none")
    } catch {
      print("error: \(error)")
    }
  }
}
