using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>The rate at which bytes arrive: the mean over a window that ends now.</summary>
public struct ArrivalRate
{
    private const int Slots = 32;

    private Ring _bytes, _times;
    private int _next, _count;

    /// <summary>Bytes per second.</summary>
    public double Rate { get; private set; }

    public void Clear() => this = default;

    /// <summary>Adds bytes.</summary>
    /// <param name="bytes">Bytes that have arrived since the last call.</param>
    /// <param name="elapsed">The time since the last call.</param>
    /// <param name="window">The window; only the last 32 calls are remembered.</param>
    public void Add(long bytes, Duration elapsed, Duration window)
    {
        (_bytes[_next], _times[_next]) = (bytes, elapsed.Nanoseconds);
        _next = (_next + 1) % Slots;
        _count = Math.Min(Slots, _count + 1);
        long sum = 0, time = 0;
        for (int i = 1; i <= _count && time < window.Nanoseconds; i++)
        {
            int slot = (_next - i + Slots) % Slots;
            sum += _bytes[slot];
            time += _times[slot];
        }
        Rate = time > 0 ? sum * 1e9 / time : 0;
    }

    [InlineArray(Slots)]
    private struct Ring
    {
        private long _first;
    }
}
