import MockServices

/// Prints the process's configuration as compact JSON, `none`, or the error.
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
