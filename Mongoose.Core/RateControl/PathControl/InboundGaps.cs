using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Gaps in the numbers of a viewer's datagrams. Viewers send acks once and unreliably, so a lost datagram may carry up to 255 acks, which
/// would look like a burst of lost packets. A packet whose ack may have been in a missing datagram is not counted as lost.
/// </summary>
public struct InboundGaps
{
    /// <summary>How long viewers collect acks: collecting those of a missing datagram may have begun this long before the gap.</summary>
    private static readonly Duration AckDelay = Duration.FromMilliseconds(150);

    /// <summary>How long a gap is remembered.</summary>
    private static readonly Duration GapLifetime = Duration.FromMilliseconds(500);

    /// <summary>A larger jump means that the viewer has restarted its numbering.</summary>
    private const uint MaxJump = 4096;

    private Recent _gaps;
    private int _next;
    private uint _highest;
    private Instant _highestAt;
    private bool _isStarted;

    /// <summary>Records a datagram. Returns false if it is late or repeated; it then changes nothing.</summary>
    public bool Record(uint number, Instant at)
    {
        uint jump = number - _highest;
        if (_isStarted && _highest - number <= MaxJump)
            return false;
        if (_isStarted && jump is > 1 and <= MaxJump)
        {
            _gaps[_next] = new Gap(_highestAt - AckDelay, at, at + GapLifetime);
            _next = (_next + 1) % Recent.Count;
        }
        (_highest, _highestAt, _isStarted) = (number, at, true);
        return true;
    }

    /// <summary>Whether an ack expected between <paramref name="from"/> and <paramref name="to"/> may have been lost.</summary>
    public readonly bool MayHaveLostAck(Instant from, Instant to, Instant now)
    {
        foreach (ref readonly Gap gap in _gaps)
        {
            // Unused entries, and gaps over which the clock went back, do not begin before they end.
            if (gap.From < gap.To && now <= gap.Until && from <= gap.To && to >= gap.From)
                return true;
        }
        return false;
    }

    private readonly record struct Gap(Instant From, Instant To, Instant Until);

    [InlineArray(Count)]
    private struct Recent
    {
        public const int Count = 4;

        private Gap _first;
    }
}
