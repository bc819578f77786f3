@main
struct MockLuaCommand {
  static func main() {}
}
