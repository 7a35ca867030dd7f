using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>
/// A low quantile of the round trips that all connections of a visitor have shown recently. A receiver that delays an acknowledgment makes
/// single samples late. A queue makes all of them late.
/// </summary>
public struct RoundTripQuantile
{
    private const int Capacity = 64;

    /// <summary>One of five samples is smaller.</summary>
    private const int Part = 5;

    private Ring _values, _times;
    private int _next;

    /// <summary>Adds a sample.</summary>
    public void Add(Duration roundTrip, Instant now)
    {
        (_values[_next], _times[_next]) = (roundTrip.Nanoseconds, now.Nanoseconds);
        _next = (_next + 1) % Capacity;
    }

    /// <summary>The quantile of the samples in a window that ends now; null if there are none.</summary>
    public readonly Duration? Of(Duration window, Instant now)
    {
        Span<long> recent = stackalloc long[Capacity];
        int count = 0;
        for (int i = 0; i < Capacity; i++)
        {
            if (_values[i] > 0 && now.Nanoseconds - _times[i] <= window.Nanoseconds)
                recent[count++] = _values[i];
        }
        if (count == 0)
            return null;
        recent[..count].Sort();
        return new Duration(recent[count / Part]);
    }

    [InlineArray(Capacity)]
    private struct Ring
    {
        private long _first;
    }
}
