using Mongoose.Core.Units;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

public sealed class VerseConnection
{
    private VerseCounters _counters;

    public static VerseConnection Connect(VerseOptions options, ulong seed, Instant now) => throw new NotImplementedException();
    public ConnectionState State { get; private set; }
    public CloseReason CloseReason { get; private set; }
    public IValueReceiver? Receiver { get; set; }
    public int FreeInQueueBytes { get; set; }
    public bool HasUndelivered => throw new NotImplementedException();
    public ref readonly VerseCounters Counters => ref _counters;
    public void Set(ulong key, ReadOnlySpan<byte> value, byte priority = 128) => throw new NotImplementedException();
    public void Remove(ulong key, byte priority = 128) => throw new NotImplementedException();
    public int TryMakePacket(Instant now, Span<byte> datagram) => throw new NotImplementedException();
    public Instant NextTimer => throw new NotImplementedException();
    public VerseError Receive(ReadOnlySpan<byte> datagram, Instant now) => throw new NotImplementedException();
    public void Close(Instant now) => throw new NotImplementedException();
}
