#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  extension View {
    /// Shows the view with the services of a scenario, in previews of whatever system.
    ///
    /// ```swift
    /// struct WeatherView_Previews: PreviewProvider {
    ///   static var previews: some View { WeatherView().scenario("happy") }
    /// }
    /// ```
    ///
    /// The scenario is installed before the body of the view is asked for. A view that resolves its services when
    /// it is made does so before; give it `#Preview(traits: .scenario("happy"))`, or make it resolve them later.
    ///
    /// - Parameters:
    ///   - name: The name of the file with the configuration, without `.json`.
    ///   - bundle: The bundle that has it; the app's own by default.
    /// - Returns: The view, or in its place a text that says why there is no such scenario.
    @MainActor
    public func scenario(_ name: String, in bundle: Bundle = .main) -> some View {
      modifier(ScenarioModifier(PreviewScenario(name, in: bundle)))
    }
  }

  /// Installs a scenario, and shows the view or what is wrong.
  private struct ScenarioModifier: ViewModifier {
    private let problem: String?

    init(_ scenario: PreviewScenario) {
      do throws(PreviewScenarioError) {
        try scenario.install()
        problem = nil
      } catch {
        problem = error.description
      }
    }

    func body(content: Content) -> some View {
      if let problem {
        Text(problem)
      } else {
        content
      }
    }
  }

  /// Installs a scenario before a preview is made.
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private struct ScenarioPreviewModifier: PreviewModifier {
    let scenario: PreviewScenario

    // One context serves all previews with a modifier of this type, whatever their scenarios.
    static func makeSharedContext() async throws {}

    func body(content: Content, context: Void) -> some View {
      content.modifier(ScenarioModifier(scenario))
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  extension PreviewTrait where T == Preview.ViewTraits {
    /// Shows a preview with the services of a scenario.
    ///
    /// ```swift
    /// #Preview(traits: .scenario("happy")) { WeatherView() }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the file with the configuration, without `.json`.
    ///   - bundle: The bundle that has it; the app's own by default.
    /// - Returns: The trait.
    @MainActor
    public static func scenario(_ name: String, in bundle: Bundle = .main) -> Self {
      .modifier(ScenarioPreviewModifier(scenario: PreviewScenario(name, in: bundle)))
    }
  }
#endif
