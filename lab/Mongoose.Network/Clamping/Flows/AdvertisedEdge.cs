using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>
/// Replaces the windows that a receiver advertises, and remembers the largest right edge (acknowledgment plus window) that was passed on: a
/// sender may already have used it, so it is never taken back (RFC 9293 section 3.8.6, RFC 9840 section 4.1.1). A window only becomes
/// smaller while data is acknowledged.
/// </summary>
internal struct AdvertisedEdge
{
    /// <summary>Larger than any window (RFC 7323 section 2.2).</summary>
    private const int MaxWindow = 1 << 30;

    private uint _newestAcknowledgment;

    /// <summary>The largest right edge that was passed on.</summary>
    public uint Right { get; private set; }

    /// <summary>The bytes from the newest acknowledgment up to the edge; negative if data beyond the edge was acknowledged.</summary>
    public readonly int Bytes => SequenceNumber.Distance(Right, _newestAcknowledgment);

    /// <summary>
    /// The edge of the window in the receiver's SYN. This window is never scaled (RFC 7323 section 2.2), and passes unchanged.
    /// </summary>
    /// <param name="acknowledgment">The first byte that the receiver expects.</param>
    /// <param name="window">The window field of the receiver's SYN, in bytes.</param>
    public static AdvertisedEdge At(uint acknowledgment, uint window) =>
        new() { _newestAcknowledgment = acknowledgment, Right = SequenceNumber.After(acknowledgment, Math.Min(window, MaxWindow)) };

    /// <summary>Whether the receiver has acknowledged nothing beyond <paramref name="first"/>.</summary>
    public readonly bool StandsAt(uint first) => _newestAcknowledgment == first;

    /// <summary>
    /// Whether a sender that has sent the data before <paramref name="sentEnd"/> heeds an acknowledgment. The sender ignores an
    /// acknowledgment of data that it has not sent (RFC 9293 section 3.10.7.4), or that is older than any window (RFC 5961 section 5.2).
    /// </summary>
    public readonly bool IsHeeded(uint acknowledgment, uint sentEnd) =>
        SequenceNumber.Distance(acknowledgment, sentEnd) <= 0
        && SequenceNumber.Distance(acknowledgment, _newestAcknowledgment) > -MaxWindow;

    /// <summary>Returns the window field with which a heeded acknowledgment is passed on, and records the right edge.</summary>
    /// <param name="acknowledgment">The acknowledgment number.</param>
    /// <param name="field">The window field as received; zero stays zero.</param>
    /// <param name="limit">The limit; null leaves the field as it is.</param>
    public uint Pass(uint acknowledgment, uint field, in WindowLimit limit)
    {
        bool isOld = SequenceNumber.Distance(acknowledgment, _newestAcknowledgment) < 0;
        uint passed = Math.Min(field, Allowed(acknowledgment, isOld, limit));
        if (!isOld)
            _newestAcknowledgment = acknowledgment;
        Record(acknowledgment, passed, limit);
        return passed;
    }

    /// <summary>
    /// The largest field that is necessary: for the target, or for the edge that was passed on. An acknowledgment that newer ones have
    /// overtaken announces nothing beyond that edge; otherwise each overtaken acknowledgment would open the receiver's whole window.
    /// </summary>
    private readonly uint Allowed(uint acknowledgment, bool isOld, in WindowLimit limit)
    {
        if (limit.TargetBytes is null)
            return uint.MaxValue;
        uint owed = limit.FieldUp(Math.Max(0, SequenceNumber.Distance(Right, acknowledgment)));
        return isOld ? owed : Math.Max(owed, limit.TargetField);
    }

    /// <summary>
    /// If a unit of the window field is larger than a segment, the amount that rounding up adds is not owed: otherwise each acknowledgment
    /// would return the amount that it has taken, and the window would never shrink. An edge may then recede by less than a unit, as with
    /// any receiver that scales its window (RFC 7323 section 2.4).
    /// </summary>
    private void Record(uint acknowledgment, uint passed, in WindowLimit limit)
    {
        long bytes = Math.Min((long)passed << limit.Shift, MaxWindow);
        int owed = SequenceNumber.Distance(Right, acknowledgment);
        bool isRoundedUp = limit.TargetBytes is not null && passed > limit.TargetField && bytes - owed < limit.UnitBytes;
        if (bytes > owed && !(isRoundedUp && limit.UnitBytes > limit.SegmentBytes))
            Right = SequenceNumber.After(acknowledgment, bytes);
    }
}

/// <summary>The limit of a flow's windows.</summary>
/// <param name="TargetBytes">The window that the clamp wants; null: no limit.</param>
/// <param name="FloorBytes">The minimum window.</param>
/// <param name="SegmentBytes">The maximum segment size.</param>
/// <param name="Shift">The receiver's window scale, 0 to 14.</param>
internal readonly record struct WindowLimit(long? TargetBytes, long FloorBytes, int SegmentBytes, int Shift)
{
    /// <summary>The bytes that a window field of 1 stands for.</summary>
    public long UnitBytes => 1L << Shift;

    /// <summary>The window field of the target, rounded down, but at least the field of the floor.</summary>
    public uint TargetField => Math.Max(ToField((TargetBytes ?? 0) >> Shift), FieldUp(FloorBytes));

    /// <summary>The window of <see cref="TargetField"/>, which is advertised as soon as no larger one is owed.</summary>
    public long WantedBytes => (long)TargetField << Shift;

    /// <summary>The smallest window field that stands for at least the given bytes.</summary>
    public uint FieldUp(long bytes) => ToField((bytes + UnitBytes - 1) >> Shift);

    private static uint ToField(long units) => (uint)Math.Clamp(units, 0, uint.MaxValue);
}
