/// How a source text is to be read.
public enum TextForm: Sendable {
    /// As it stands: `<` and `&` are characters like any other (Atom's `type="text"`).
    case plain
    /// As HTML: tags and comments are not text, character references are read, once.
    case html
}
