import LanguageReference
import MockData

/// An article about the language, as a resource for clients.
struct ReferenceResource: Sendable {
  private let article: LanguageReference.Article

  /// All articles, in the order in which they are listed.
  static let all = LanguageReference.articles.map(ReferenceResource.init)

  /// The URI of the article to read first.
  static let language = "mocklua://reference/Language"

  private init(_ article: LanguageReference.Article) { self.article = article }

  /// The URI of the article.
  var address: String { "mocklua://reference/\(article.name)" }

  /// The article in the format of `resources/list`.
  var description: AnyCodableValue {
    [
      "uri": .string(address), "name": .string(article.name),
      "description": .string(article.summary), "mimeType": .string(article.type),
      "size": .int(article.text.utf8.count),
    ]
  }

  /// The article in the format of `resources/read`.
  var content: AnyCodableValue {
    [
      "uri": .string(address), "mimeType": .string(article.type),
      "text": .string(article.text),
    ]
  }
}
