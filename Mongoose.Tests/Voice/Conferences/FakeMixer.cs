using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>A neighbour made of packets: a child of the mixer in the tree.</summary>
internal sealed class FakeMixer
{
    private readonly ConferenceRig _rig;
    private readonly Conference _to;
    private readonly int _peer;
    private readonly uint _id;
    private ushort _number;

    public FakeMixer(ConferenceRig rig, Conference to, int peer, uint id)
    {
        (_rig, _to, _peer, _id) = (rig, to, peer, id);
        rig.Listen(to, peer, Answer);
    }

    /// <summary>The frame that its hellos say.</summary>
    public byte FrameMilliseconds { get; set; } = 20;

    /// <summary>Packets of audio that it was sent.</summary>
    public List<byte[]> Audio { get; } = [];

    /// <summary>Packets of notices that it was sent.</summary>
    public List<(int Bytes, List<SourceNotice> Notices)> Notices { get; } = [];

    /// <summary>Sends a voice, and in each frame a notice of it.</summary>
    public void Say(short[] voice, SourceNotice notice, double seconds)
    {
        for (int frame = 0; frame < seconds * 50; frame++)
        {
            int at = frame;
            _rig.At(_rig.Now + _rig.Frame * (frame + 0.25), () => Send(voice.AsSpan(at * 160, 160), notice, at));
        }
    }

    private void Answer(ReadOnlySpan<byte> datagram, Instant now)
    {
        if (!RtcpPacket.IsRtcp(datagram))
        {
            Audio.Add(datagram.ToArray());
            return;
        }
        (int length, List<SourceNotice> notices) = (datagram.Length, []);
        if (!RtcpPacket.TryTake(ref datagram, out RtcpPacket packet))
            return;
        if (TrunkControl.TryRead(packet, notices))
            Notices.Add((length, notices));
        else if (TrunkControl.TryRead(packet, out Hello hello))
        {
            byte[] answer = new byte[100];
            int bytes =
                TrunkControl.Write(answer, _id, new Hello(_id, hello.Root, (byte)(hello.Cost + 1), 1, FrameMilliseconds));
            _to.Received(_peer, answer.AsSpan(0, bytes), now);
        }
    }

    private void Send(ReadOnlySpan<short> samples, SourceNotice notice, int frame)
    {
        byte[] datagram = new byte[1400], audio = new byte[320];
        _to.Received(_peer, datagram.AsSpan(0, TrunkControl.Write(datagram, _id, [notice], out _)), _rig.Now);
        for (int i = 0; i < samples.Length; i++)
            BinaryPrimitives.WriteInt16BigEndian(audio.AsSpan(2 * i), samples[i]);
        TrunkWriter writer = new(datagram, _number++, (uint)frame * 960, _id);
        writer.TryAdd(new TrunkStream(notice.Ssrc, ConferenceRig.L16, 20, false, TrunkFade.None), audio);
        _to.Received(_peer, datagram.AsSpan(0, writer.Length), _rig.Now);
    }
}
