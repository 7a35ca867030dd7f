using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// The share that a region's circuits, or a visitor's downloads, have of the host's uplink. One thread reports; the thread that evaluates
/// the uplink publishes the rate.
/// </summary>
public sealed class UplinkShare
{
    /// <summary>Headers of IPv4 and TCP with timestamps, in bytes.</summary>
    internal const int TcpHeaderBytes = 52;

    /// <summary>About the payload's part of the bytes on the line if each packet carries one byte.</summary>
    private const double MinPayload = 0.02;

    /// <summary>The time over which the use is averaged; a higher use counts at once.</summary>
    private static readonly Duration UseTime = Duration.FromMilliseconds(200);

    private static readonly Duration ActiveTime = Duration.FromMilliseconds(500);

    private readonly HostUplink _uplink;
    private readonly int _header;
    private long _bytes, _onWire, _measuredBytes, _measuredOnWire, _rate;
    private long _limitedAt = Instant.LongAgo.Nanoseconds;
    private double _mean, _payload = 1;
    private int _visitors = 1;

    internal UplinkShare(HostUplink uplink, int header, bool isFirst, double rate)
    {
        (_uplink, _header, IsFirst) = (uplink, header, isFirst);
        _rate = (long)rate;
    }

    /// <summary>The rate at which payload may be sent.</summary>
    public DataRate Rate => DataRate.FromBytesPerSecond(Volatile.Read(ref _rate));

    /// <summary>Number of visitors that the share serves, at least 1.</summary>
    public int Visitors
    {
        get => Volatile.Read(ref _visitors);
        set => Volatile.Write(ref _visitors, Math.Max(1, value));
    }

    /// <summary>Whether the share is served before others.</summary>
    internal bool IsFirst { get; }

    /// <summary>Whether the evaluation has given the share as much as it needs.</summary>
    internal bool IsSatisfied { get; set; }

    /// <summary>Use of the line in bytes per second, headers included.</summary>
    internal double Used { get; private set; }

    /// <summary>Counts packets that were sent.</summary>
    /// <param name="bytes">Payload.</param>
    public void Count(long bytes, long packets)
    {
        Volatile.Write(ref _bytes, _bytes + bytes);
        Volatile.Write(ref _onWire, _onWire + bytes + packets * _header);
    }

    /// <summary>Reports that something waits because of the rate.</summary>
    public void NoteLimited(Instant now) => Volatile.Write(ref _limitedAt, now.Nanoseconds);

    /// <summary>Advances the time.</summary>
    public void Update(Instant now) => _uplink.Update(now);

    internal bool IsLimited(Instant now) => now.Nanoseconds - Volatile.Read(ref _limitedAt) <= ActiveTime.Nanoseconds;

    internal void Measure(Duration elapsed)
    {
        // In this order, because Count writes _bytes first: bytes then includes the payload of every packet in onWire.
        long onWire = Volatile.Read(ref _onWire), bytes = Volatile.Read(ref _bytes);
        double used = (onWire - _measuredOnWire) / elapsed.Seconds;
        if (onWire > _measuredOnWire)
            _payload = Math.Clamp((double)(bytes - _measuredBytes) / (onWire - _measuredOnWire), MinPayload, 1);
        (_measuredBytes, _measuredOnWire) = (bytes, onWire);
        _mean += (used - _mean) * Math.Min(1, elapsed / UseTime);
        Used = Math.Max(used, _mean);
    }

    /// <param name="rate">Bytes per second, headers included.</param>
    internal void Publish(double rate) => Volatile.Write(ref _rate, (long)(rate * _payload));
}
