import LanguageReference
import MockData

/// An article about the language, as clients find it.
struct ReferenceResource: Sendable {
  private let article: LanguageReference.Article

  /// All of them, in the order in which they are listed.
  static let all = LanguageReference.articles.map(ReferenceResource.init)

  /// Where the article is that is read first.
  static let language = "mocklua://reference/Language"

  private init(_ article: LanguageReference.Article) { self.article = article }

  /// The URI of the article.
  var address: String { "mocklua://reference/\(article.name)" }

  /// The article as `resources/list` shows it.
  var description: AnyCodableValue {
    [
      "uri": .string(address), "name": .string(article.name),
      "description": .string(article.summary), "mimeType": .string(article.type),
      "size": .int(article.text.utf8.count),
    ]
  }

  /// The article as `resources/read` gives it.
  var content: AnyCodableValue {
    [
      "uri": .string(address), "mimeType": .string(article.type),
      "text": .string(article.text),
    ]
  }
}
