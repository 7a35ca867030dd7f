using Mongoose.Core.Settings;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Settings;

/// <summary>A peer with its addresses.</summary>
public sealed record PeerSettings
{
    [Setting("port", IsRequired = true, Min = 1, Max = 65_535, Text = "the local port of this peer alone, for RTP and RTCP")]
    public int Port { get; init; }

    [Setting("address", Pattern = "^[^:]+:[0-9]{1,5}$", Range = "an IPv4 address or host name, a colon and a port",
        Default = "that of its first valid packet",
        Text = "where the mixer sends audio to this peer")]
    public string? Address { get; init; }

    [Inlined]
    public PeerOptions Options { get; init; } = new();
}
