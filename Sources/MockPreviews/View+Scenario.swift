#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  extension View {
    /// Shows the view with the services of a scenario, in a preview on any system version.
    ///
    /// ```swift
    /// struct WeatherView_Previews: PreviewProvider {
    ///   static var previews: some View { WeatherView().scenario("happy") }
    /// }
    /// ```
    ///
    /// The scenario is installed before the body of the view is evaluated. If a view resolves services in its
    /// initializer, that is too late. In this case, use `#Preview(traits: .scenario("happy"))`, or resolve the services
    /// later.
    ///
    /// - Parameters:
    ///   - name: The name of the file with the configuration, without `.json`.
    ///   - bundle: The bundle that contains the file (default: the main bundle).
    /// - Returns: The view, or text that explains why the scenario can't be used.
    @MainActor
    public func scenario(_ name: String, in bundle: Bundle = .main) -> some View {
      modifier(ScenarioModifier(PreviewScenario(name, in: bundle)))
    }
  }

  /// Installs a scenario, and shows the view or the problem.
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

  /// Installs a scenario before a preview is created.
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private struct ScenarioPreviewModifier: PreviewModifier {
    let scenario: PreviewScenario

    // All previews with a modifier of this type share a context, regardless of their scenarios.
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
    ///   - bundle: The bundle that contains the file (default: the main bundle).
    /// - Returns: The trait.
    @MainActor
    public static func scenario(_ name: String, in bundle: Bundle = .main) -> Self {
      .modifier(ScenarioPreviewModifier(scenario: PreviewScenario(name, in: bundle)))
    }
  }
#endif
