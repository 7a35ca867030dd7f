using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>What a bot has counted since its start, over all its circuits.</summary>
internal struct BotCounters
{
    private ChannelBytes _channels;

    /// <summary>Datagrams of whatever kind.</summary>
    public long Datagrams { get; internal set; }

    /// <summary>UDP payload of <see cref="Datagrams"/>.</summary>
    public long Bytes { get; internal set; }

    /// <summary>What became of first transmissions.</summary>
    public SequenceCounts Packets { get; internal set; }

    /// <summary>Loss events that the controller has answered.</summary>
    public long LossEvents { get; internal set; }

    /// <summary>Textures complete, repeated ones counted again.</summary>
    public long Textures { get; internal set; }

    /// <summary>Teleports done, and those that failed.</summary>
    public long Teleports { get; internal set; }

    /// <inheritdoc cref="Teleports"/>
    public long FailedTeleports { get; internal set; }

    /// <summary>UDP payload by channel; what is sent again counts as Resend.</summary>
    public readonly long BytesOf(Channel channel) => _channels[(int)channel];

    /// <summary>UDP payload of datagrams that belong to no channel: acks, pings, handshakes.</summary>
    public readonly long OtherBytes
    {
        get
        {
            long other = Bytes;
            foreach (long bytes in _channels)
                other -= bytes;
            return other;
        }
    }

    internal void Carried(Channel channel, int bytes) => _channels[(int)channel] += bytes;

    [InlineArray(ChannelRates.Count)]
    private struct ChannelBytes
    {
        private long _first;
    }
}

/// <summary>A bot at the end of one second of the run.</summary>
/// <param name="State">How far it is.</param>
/// <param name="Requested">The rate that its controller asks for; zero before the login.</param>
/// <param name="WindowBytes">CWND in bytes, as far as it may be used; 0 for controllers without one.</param>
/// <param name="ThresholdBytes">SSTHRESH in bytes; 0 likewise, and until it is set.</param>
/// <param name="RoundTrip">Of the last ping; null before the first answer.</param>
/// <param name="Counters">Since its start.</param>
internal readonly record struct BotSample(
    BotState State, DataRate Requested, double WindowBytes, double ThresholdBytes, Duration? RoundTrip, BotCounters Counters);

/// <summary>Round trips of one or more bots, in milliseconds.</summary>
internal sealed class RoundTrips
{
    private readonly float[] _sorted;

    public RoundTrips(IEnumerable<Bot> bots)
    {
        _sorted = bots.SelectMany(bot => bot.RoundTripsMs).ToArray();
        Array.Sort(_sorted);
    }

    /// <summary>The smallest that at least the given share does not exceed (nearest rank); NaN if there are none.</summary>
    /// <param name="share">0 to 1.</param>
    public double Percentile(double share) =>
        _sorted.Length == 0 ? double.NaN : _sorted[Math.Clamp((int)Math.Ceiling(share * _sorted.Length) - 1, 0, _sorted.Length - 1)];
}
