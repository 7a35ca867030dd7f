using Mongoose.Core.Settings;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.Connection;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>The rules of Verse, as declared in a file, each of which can be switched off alone. The peer's name sets the window.</summary>
internal sealed record VerseSettings
{
    /// <summary>The longest message: the particle's number is the key, the rest is the value.</summary>
    public const int MaxMessageBytes =
        UdpSender.MaxPayloadBytes - VerseOptions.RoomForCommands + ParticleValue.Bytes - ParticleValue.BodyBytes;

    [Setting("queueRule", Text = "a new value replaces a queued one of the same particle")]
    public bool QueueRule { get; init; } = true;

    [Setting("resendRule", Text = "a lost packet's values are resent only if nothing newer replaces them")]
    public bool ResendRule { get; init; } = true;

    /// <summary>The options of both ends.</summary>
    /// <param name="profile">The particles and the size of their messages.</param>
    /// <param name="window">Whether a window limits the delay; otherwise everything is sent at once, as in the paper.</param>
    public VerseOptions For(ParticleProfile profile, bool window) => VerseOptions.Default with
    {
        CongestionControl = window ? CongestionControlKind.DelayTarget : CongestionControlKind.None,
        QueueRule = QueueRule,
        ResendRule = ResendRule,
        MaxPacketBytes = UdpSender.MaxPayloadBytes,
        MaxValueBytes = profile.MessageBytes - ParticleValue.Bytes + ParticleValue.BodyBytes,
        MaxKeys = Math.Max(VerseOptions.Default.MaxKeys, profile.Count),
    };
}
