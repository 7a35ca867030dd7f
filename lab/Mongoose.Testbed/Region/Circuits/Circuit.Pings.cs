using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Circuits;

// Pings in both directions.
internal sealed partial class Circuit
{
    private const double PingSmoothing = 0.2;

    /// <summary>
    /// Initial value of OpenSim's filter. It is far below most round-trip times, so resend timeouts are short after the first pong.
    /// </summary>
    private const int FirstPingMilliseconds = 20;

    private byte _pingId;
    private Instant? _pingSentAt;
    private bool _pingAnswered;
    private int _smoothedPingMilliseconds = FirstPingMilliseconds;
    private bool _hasPing;

    /// <summary>The round-trip time of the last answered ping; an estimate before the first.</summary>
    public Duration RoundTrip { get; private set; } = Duration.FromMilliseconds(200);

    public void SendPing(Instant now)
    {
        OutPacket packet = Begin(Channel.Task, reliable: false, out DatagramWriter w);
        new StartPingCheck(++_pingId, _unacked.Count == 0 ? 0 : _unacked.Keys.Min()).Write(ref w);
        SendUnqueued(packet, w);
        _pingSentAt = now;
        _pingAnswered = false;
    }

    private void AnswerPing(byte id)
    {
        OutPacket packet = Begin(Channel.Task, reliable: false, out DatagramWriter w);
        new CompletePingCheck(id).Write(ref w);
        SendUnqueued(packet, w);
    }

    private void MeasurePing(byte id, Instant now)
    {
        if (_pingSentAt is not { } sentAt)
            return;
        // OpenSim's filter assumes that every pong answers the last ping.
        Duration sample = now - sentAt;
        _smoothedPingMilliseconds = (int)(_smoothedPingMilliseconds * (1 - PingSmoothing) + sample.Milliseconds * PingSmoothing);
        _hasPing = true;
        if (id != _pingId || _pingAnswered)
            return;
        _pingAnswered = true;
        RoundTrip = sample;
    }
}
