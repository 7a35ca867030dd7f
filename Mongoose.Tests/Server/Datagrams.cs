using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Server.Tests;

/// <summary>Datagrams as viewers send them.</summary>
internal static class Datagrams
{
    public static byte[] Throttle(byte[] payload, uint sequence = 1, uint[]? acks = null, bool zeroCoded = false)
    {
        void Write(ref DatagramWriter w) =>
            new AgentThrottleMessage { AgentId = Guid.Empty, CircuitCode = 7, Throttles = payload }.Write(ref w);
        return WithAcks(Coded(Write, PacketFlags.Reliable, sequence, zeroCoded), acks ?? []);
    }

    /// <summary>A message that Mongoose does not read.</summary>
    public static byte[] Ping(uint[]? acks = null, uint sequence = 1, bool zeroCoded = false) =>
        WithAcks(Coded(static (ref DatagramWriter w) => new StartPingCheck(1, 0).Write(ref w), PacketFlags.None, sequence, zeroCoded),
            acks ?? []);

    /// <summary>Acknowledges packets, at most 255.</summary>
    public static byte[] PacketAck(uint sequence, params uint[] acks) => PacketAck(sequence, acks, zeroCoded: false);

    public static byte[] PacketAck(uint sequence, uint[] acks, bool zeroCoded)
    {
        return Coded(Write, PacketFlags.None, sequence, zeroCoded);

        void Write(ref DatagramWriter w)
        {
            default(PacketAck).Write(ref w);
            foreach (uint ack in acks)
                Core.Lludp.Messages.PacketAck.TryAppend(ref w, ack);
        }
    }

    public static byte[] Floats(params float[] values) => values.SelectMany(BitConverter.GetBytes).ToArray();

    private static byte[] Coded(Wire.WriteMessage write, PacketFlags flags, uint sequence, bool zeroCoded) =>
        zeroCoded ? Wire.ZeroCodedDatagram(write, flags, sequence) : Wire.Datagram(write, flags, sequence);

    private static byte[] WithAcks(byte[] datagram, uint[] acks)
    {
        byte[] buffer = new byte[4096];
        datagram.CopyTo(buffer, 0);
        int length = datagram.Length;
        DatagramHeader.AppendAcks(buffer, ref length, acks);
        return buffer[..length];
    }
}
