using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Testbed.Voices;

/// <summary>The receiving mixer of a flow: passes on what arrives, and reports it to the sender. Use it on its scheduler's thread.</summary>
internal sealed class VoiceReceiver
{
    /// <summary>A packet whose number is larger than the highest by more than this is not the sender's.</summary>
    private const uint LargestGap = 1_000_000;

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly StreamPackets _packets;
    private readonly VoiceArrivalHandler _received;
    private readonly DriftingClock _clock;
    private readonly ArrivalLog _log;
    private readonly Alarm _report;
    private readonly byte[] _datagram = new byte[VoiceReport.MaxBytes];
    private UdpAddress _sender;
    private uint _highest;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which its port is opened.</param>
    /// <param name="local">Its address; port 0 chooses a free port.</param>
    /// <param name="profile">The flow's settings.</param>
    /// <param name="received">Called for each packet, and for each duplicate.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public VoiceReceiver(IScheduler scheduler, INetwork network, UdpAddress local, VoiceProfile profile, VoiceArrivalHandler received)
    {
        (_scheduler, _packets, _received) = (scheduler, profile.Packets, received);
        _clock = new DriftingClock(scheduler.Now, profile.ClockDrift);
        _log = new ArrivalLog(profile.Timing);
        _report = new Alarm(scheduler, Report);
        _port = network.Open(local);
        _port.Received = Receive;
    }

    public UdpAddress Address => _port.Address;

    private void Receive(UdpAddress from, ReadOnlySpan<byte> payload)
    {
        int bytes = payload.Length + DatagramPacket.HeaderBytes, audio = bytes - _packets.HeaderBytes;
        bool isWhole = audio > 0 && audio % _packets.StreamBytes == 0;
        if (!isWhole || !VoicePacket.TryRead(payload, out VoicePacket packet) || packet.Number > _highest + LargestGap)
            return;
        Instant now = _scheduler.Now;
        (_sender, _highest) = (from, Math.Max(_highest, packet.Number));
        _received(new VoiceArrival(now, packet.Number, bytes, audio / _packets.StreamBytes, packet.DelayAt(now)));
        _log.Arrived(packet.Number, _clock.Shows(now));
        Report();
    }

    /// <summary>Reports if a report is due, and wakes up for the next.</summary>
    private void Report()
    {
        Instant now = _clock.Shows(_scheduler.Now);
        if (_log.NextReport <= now)
            _port.Send(_sender, _datagram.AsSpan(0, VoiceReport.Write(_log.Take(now), _datagram)));
        if (_log.NextReport != Instant.Never)
            _report.Set(_clock.When(_log.NextReport));
    }
}

/// <summary>A packet that arrived.</summary>
/// <param name="At">The time.</param>
/// <param name="Number">The sender's number.</param>
/// <param name="Bytes">Its IP bytes.</param>
/// <param name="Streams">The streams in it; a probe counts as one.</param>
/// <param name="Delay">The one-way delay.</param>
internal readonly record struct VoiceArrival(Instant At, uint Number, int Bytes, int Streams, Duration Delay);

/// <summary>Handles a packet that arrived.</summary>
internal delegate void VoiceArrivalHandler(in VoiceArrival arrival);
