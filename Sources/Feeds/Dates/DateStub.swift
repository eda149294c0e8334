public import News

public enum FeedDate {
    public static func instant(in text: UnsafeRawBufferPointer) -> Instant? { nil }
    public static func instant(in text: String) -> Instant? { nil }
}
