using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>
/// Whether a sender fills its window. Data that passes the clamp was sent before the newest windows arrived at the sender, so one right
/// edge at a time is followed: it has been filled when data up to it passes, and has not if no such data has passed once the sender has
/// had time to answer.
/// </summary>
internal struct WindowUse
{
    private Instant _markedAt;
    private uint _edge;
    private bool _isMarked, _isLowered, _hasRoom, _hasOwnLimit;

    /// <summary>Whether the sender has filled the window that was followed last; true before the first is known.</summary>
    public readonly bool IsFull => !_hasRoom;

    /// <summary>
    /// Whether the sender has filled a window that the clamp had lowered, so that it would use more; true before the first is known.
    /// </summary>
    public readonly bool IsLimited => !_hasRoom && !_hasOwnLimit;

    /// <summary>A window is passed on.</summary>
    /// <param name="edge">The window's right edge.</param>
    /// <param name="isLowered">Whether the clamp has lowered it.</param>
    public void OnWindow(uint edge, bool isLowered, Instant now)
    {
        if (!_isMarked)
            (_edge, _isLowered, _markedAt, _isMarked) = (edge, isLowered, now, true);
    }

    /// <summary>
    /// Data passes that ends before <paramref name="end"/>; a sender with less room than a segment waits (RFC 9293 section 3.8.6.2.1).
    /// </summary>
    public void OnData(uint end, int segmentBytes)
    {
        if (_isMarked && SequenceNumber.Distance(_edge, end) < segmentBytes)
            (_isMarked, _hasRoom, _hasOwnLimit) = (false, false, !_isLowered);
    }

    /// <summary>Ends the measurement of an edge that was not filled within <paramref name="time"/>.</summary>
    public void Expire(Duration time, Instant now)
    {
        if (_isMarked && now - _markedAt > time)
            (_isMarked, _hasRoom) = (false, true);
    }
}
