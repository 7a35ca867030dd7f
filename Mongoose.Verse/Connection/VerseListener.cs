using Mongoose.Core.Units;

namespace Mongoose.Verse.Connection;

public sealed class VerseListener
{
    public VerseListener(VerseOptions options, ulong seed) => throw new NotImplementedException();

    public VerseConnection? Receive(ReadOnlySpan<byte> datagram, ReadOnlySpan<byte> peer, Instant now, Span<byte> answer, out int answerBytes) =>
        throw new NotImplementedException();
}
