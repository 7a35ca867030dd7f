using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Mongoose.Core.Channels;

/// <summary>
/// One value per channel, indexed by <see cref="Channel"/>. It is a value type stored within its owner, because a region visits thousands
/// of circuits in turn and every additional object is a cache miss. Copies do not share state.
/// </summary>
[InlineArray(ChannelRates.Count)]
public struct PerChannel<T>
{
    private T _first = default!;

    /// <summary>Gives each channel a value of its own.</summary>
    public PerChannel(Func<T> make)
    {
        foreach (Channel channel in ChannelSet.All)
            this[channel] = make();
    }

    [UnscopedRef]
    public ref T this[Channel channel] => ref this[(int)channel];
}
