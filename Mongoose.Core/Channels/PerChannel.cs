using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Mongoose.Core.Channels;

/// <summary>
/// One value per channel, indexed by <see cref="Channel"/>. A value type that lies in its owner: a region visits thousands of circuits in
/// turn, and every further object is a cache miss. Copies do not share state.
/// </summary>
[InlineArray(ChannelRates.Count)]
public struct PerChannel<T>
{
    private T _first;

    [UnscopedRef]
    public ref T this[Channel channel] => ref this[(int)channel];
}
