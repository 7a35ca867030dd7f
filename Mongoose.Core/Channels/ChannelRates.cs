using System.Runtime.CompilerServices;
using Mongoose.Core.Units;

namespace Mongoose.Core.Channels;

/// <summary>One rate per channel, indexed by <see cref="Channel"/>. A value type: copies do not share state.</summary>
[InlineArray(Count)]
public struct ChannelRates : IEquatable<ChannelRates>
{
    /// <summary>The number of channels in a circuit.</summary>
    public const int Count = 7;

    private DataRate _first;

    public DataRate this[Channel channel]
    {
        readonly get => this[(int)channel];
        set => this[(int)channel] = value;
    }

    public readonly DataRate Total
    {
        get
        {
            DataRate total = DataRate.Zero;
            foreach (DataRate rate in this)
                total += rate;
            return total;
        }
    }

    /// <summary>Returns the rates multiplied by <paramref name="factor"/> (>= 0).</summary>
    public readonly ChannelRates Scaled(double factor)
    {
        ChannelRates scaled = this;
        for (int i = 0; i < Count; i++)
            scaled[i] = this[i] * factor;
        return scaled;
    }

    public readonly bool Equals(ChannelRates other) => ((ReadOnlySpan<DataRate>)this).SequenceEqual(other);

    public override readonly bool Equals(object? obj) => obj is ChannelRates other && Equals(other);

    public override readonly int GetHashCode()
    {
        HashCode hash = default;
        foreach (DataRate rate in this)
            hash.Add(rate);
        return hash.ToHashCode();
    }
}
