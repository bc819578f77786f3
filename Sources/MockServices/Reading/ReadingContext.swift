final class ReadingContext {}
