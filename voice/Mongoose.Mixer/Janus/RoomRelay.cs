using System.Text;
using Mongoose.Core.Units;
using Mongoose.Mixer.Reports;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Janus;

/// <summary>
/// Passes RTP between a room and a mixer's client port. Both local ports stay the same: the mixer learns the relay's address from RTCP
/// reports. The room expects audio at another address after every join. Use it on its scheduler's thread.
/// </summary>
public sealed class RoomRelay : IDisposable
{
    private static readonly Duration AnnounceInterval = Duration.FromSeconds(1);
    private static readonly Duration SilentTime = Duration.FromSeconds(2);

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _mixerPort, _roomPort;
    private readonly UdpAddress _mixer;
    private readonly RelayedStream _toRoom;
    private readonly CompoundReport _announcement;
    private readonly Alarm _alarm;
    private readonly byte _payloadType;
    private readonly byte[] _silence;
    private readonly byte[] _name;

    /// <summary>A report and two names of up to 255 bytes.</summary>
    private readonly byte[] _description = new byte[1024];

    private UdpAddress? _room;
    private Instant _sentToRoom;
    private uint _roomSsrc;
    private long _fromMixer;

    /// <param name="mixerSide">The local port towards the mixer.</param>
    /// <param name="roomSide">The local port towards the room.</param>
    /// <param name="seed">The seed of the SSRCs.</param>
    /// <exception cref="IOException">A port cannot be opened; the message names it.</exception>
    public RoomRelay(IScheduler scheduler, INetwork network, UdpAddress mixer, UdpAddress mixerSide, UdpAddress roomSide, RoomOptions room,
        int seed)
    {
        (_scheduler, _mixer) = (scheduler, mixer);
        Random random = new(seed);
        _silence = Silence(room.Format);
        _payloadType = room.EffectivePayloadType;
        _toRoom = new RelayedStream(room.Format, _payloadType, (uint)random.NextInt64(1, 1L << 32));
        _announcement = new CompoundReport((uint)random.NextInt64(1, 1L << 32), room.Display);
        _name = Encoding.UTF8.GetBytes($"room-{room.Room}");
        _alarm = new Alarm(scheduler, Announce);
        _mixerPort = network.Open(mixerSide, FromMixer);
        try
        {
            _roomPort = network.Open(roomSide, FromRoom);
        }
        catch (IOException)
        {
            _mixerPort.Dispose();
            throw;
        }
        _alarm.Set(scheduler.Now);
    }

    /// <summary>The address to which the room shall send.</summary>
    public UdpAddress RoomSide => _roomPort.Address;

    /// <summary>RTP packets passed to the room, without silence of the relay's own.</summary>
    public long PacketsToRoom { get; private set; }

    /// <summary>RTP packets passed to the mixer.</summary>
    public long PacketsToMixer { get; private set; }

    /// <summary>
    /// RTP packets of the mixer that were dropped because their payload type differs from the room's: the room would decode them as noise.
    /// </summary>
    public long PacketsDropped { get; private set; }

    /// <summary>Called once, with the payload type of the first packet that is dropped.</summary>
    public Action<byte>? OtherPayloadType { get; init; }

    /// <summary>Called every second with the number of datagrams that have come from the mixer so far.</summary>
    public Action<long>? HeardMixer { get; init; }

    /// <summary>Begins to pass packets; a room sends nothing before it has received one.</summary>
    public void Join(UdpAddress room)
    {
        _room = room;
        SendSilence();
    }

    /// <summary>Passes nothing until the next room.</summary>
    public void Leave() => _room = null;

    public void Dispose()
    {
        _alarm.Cancel();
        _mixerPort.Send(_mixer, _announcement.Goodbye());
        _mixerPort.Dispose();
        _roomPort.Dispose();
    }

    private void FromMixer(UdpAddress peer, ReadOnlySpan<byte> datagram)
    {
        if (peer.Host != _mixer.Host)
            return;
        _fromMixer++;
        // RTCP describes another stream than the room gets; the room has no use for it.
        if (RtcpPacket.IsRtcp(datagram) || !RtpPacket.TryRead(datagram, out RtpPacket packet))
            return;
        if (packet.Header.PayloadType != _payloadType)
        {
            PacketsDropped++;
            if (PacketsDropped == 1)
                OtherPayloadType?.Invoke(packet.Header.PayloadType);
        }
        else if (_room is { } room)
            Pass(packet, room);
    }

    private void Pass(in RtpPacket packet, UdpAddress room)
    {
        ReadOnlySpan<byte> passed = _toRoom.Pass(packet, _scheduler.Now);
        if (passed.IsEmpty)
            return;
        _roomPort.Send(room, passed);
        _sentToRoom = _scheduler.Now;
        PacketsToRoom++;
    }

    private void FromRoom(UdpAddress peer, ReadOnlySpan<byte> datagram)
    {
        if (peer.Host != _room?.Host || RtcpPacket.IsRtcp(datagram) || !RtpPacket.TryRead(datagram, out RtpPacket packet))
            return;
        _mixerPort.Send(_mixer, datagram);
        PacketsToMixer++;
        if (packet.Header.Ssrc == _roomSsrc)
            return;
        _roomSsrc = packet.Header.Ssrc;
        Describe();
    }

    /// <summary>Every second: tells the mixer the address and the room's name, and keeps the participant alive in the room.</summary>
    private void Announce()
    {
        Describe();
        if (_room is not null && _scheduler.Now - _sentToRoom > SilentTime)
            SendSilence();
        HeardMixer?.Invoke(_fromMixer);
        _alarm.Set(_scheduler.Now + AnnounceInterval);
    }

    private void Describe()
    {
        ReadOnlySpan<byte> announcement = _announcement.Receiver([]);
        announcement.CopyTo(_description);
        int length = announcement.Length;
        if (_roomSsrc != 0)
            length += SourceDescription.Write(_description.AsSpan(length), _roomSsrc, _name);
        _mixerPort.Send(_mixer, _description.AsSpan(0, length));
    }

    private void SendSilence()
    {
        if (_room is not { } room)
            return;
        _roomPort.Send(room, _toRoom.Own(_silence, _scheduler.Now));
        _sentToRoom = _scheduler.Now;
    }

    /// <summary>A payload of 20 ms of silence.</summary>
    private static byte[] Silence(AudioFormat format)
    {
        byte[] payload = new byte[2048];
        using AudioEncoder encoder = AudioEncoder.Create(format, OpusOptions.Default);
        return payload[..encoder.Encode(new float[format.SampleRate / 50 * format.Channels], payload)];
    }
}
