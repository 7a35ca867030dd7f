namespace Mongoose.Server.Tests.Status.Http;

/// <summary>A clock that a test moves.</summary>
internal sealed class TestClock : TimeProvider
{
    private long _now = 1_000_000;

    public override long TimestampFrequency => 1000;

    public override long GetTimestamp() => Volatile.Read(ref _now);

    public void Advance(int milliseconds) => Interlocked.Add(ref _now, milliseconds);
}
