using System.Numerics;

namespace Mongoose.Core.Channels;

/// <summary>A set of channels, one bit each (bit = <see cref="Channel"/> value). <c>foreach</c> visits its members in wire order.</summary>
[Flags]
public enum ChannelSet
{
    None = 0,
    Resend = 1 << Channel.Resend,
    Land = 1 << Channel.Land,
    Wind = 1 << Channel.Wind,
    Cloud = 1 << Channel.Cloud,
    Task = 1 << Channel.Task,
    Texture = 1 << Channel.Texture,
    Asset = 1 << Channel.Asset,
    All = Resend | Land | Wind | Cloud | Task | Texture | Asset,
}

/// <summary>Operations on <see cref="ChannelSet"/>.</summary>
public static class ChannelSets
{
    public static bool Contains(this ChannelSet set, Channel channel) => ((int)set >> (int)channel & 1) != 0;

    public static ChannelSet With(this ChannelSet set, Channel channel) => set | (ChannelSet)(1 << (int)channel);

    public static ChannelSet Without(this ChannelSet set, Channel channel) => set & ~(ChannelSet)(1 << (int)channel);

    /// <summary>
    /// The first member after <paramref name="channel"/> in wire order, wrapping around after the last. The set must not be empty.
    /// </summary>
    public static Channel NextAfter(this ChannelSet set, Channel channel)
    {
        int later = (int)set & -(2 << (int)channel);
        return (Channel)BitOperations.TrailingZeroCount(later != 0 ? later : (int)set);
    }

    public static Enumerator GetEnumerator(this ChannelSet set) => new(set);

    /// <summary>Visits the members of a set in wire order.</summary>
    public struct Enumerator
    {
        private int _rest;

        internal Enumerator(ChannelSet set) => _rest = (int)set;

        public Channel Current { get; private set; }

        public bool MoveNext()
        {
            if (_rest == 0)
                return false;
            Current = (Channel)BitOperations.TrailingZeroCount(_rest);
            _rest &= _rest - 1;
            return true;
        }
    }
}
