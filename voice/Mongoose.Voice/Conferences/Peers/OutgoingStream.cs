using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>A stream to a client, with its name for reports.</summary>
internal sealed class OutgoingStream(uint ssrc, int clockRate)
{
    public RtpStream Rtp { get; } = new(ssrc, (ushort)ssrc, clockRate);

    public string Name { get; set; } = "";

    /// <summary>The highest number in the client's latest report.</summary>
    public uint Reported { get; set; } = (ushort)ssrc;

    public Instant SentAt { get; set; }
}
