using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Inbound;

/// <summary>
/// Reads AgentThrottle messages before OpenSim does, because OpenSim keeps only the clamped rates and cannot handle every payload.
/// Thread-safe.
/// </summary>
internal sealed class ThrottleRequests
{
    private readonly ConditionalWeakTable<LLUDPClient, StrongBox<ChannelRates>> _requested = new();
    private readonly byte[] _scratch = new byte[DatagramReader.ScratchBytes];

    /// <summary>The rates that a viewer last requested, before OpenSim clamped them; null before the first request.</summary>
    public ChannelRates? RatesOf(LLUDPClient viewer) =>
        _requested.TryGetValue(viewer, out StrongBox<ChannelRates>? rates) ? rates.Value : null;

    /// <summary>
    /// Whether a datagram is an AgentThrottle, message number 0xFFFF0051. In a zero-coded datagram, the zero byte of the number is followed
    /// by its count.
    /// </summary>
    public static bool IsRequest(ReadOnlySpan<byte> datagram)
    {
        if (datagram.Length <= DatagramHeader.Bytes)
            return false;
        int at = DatagramHeader.ContentAt(datagram);
        if (datagram.Length <= at + 5 || datagram[at] != 0xFF || datagram[at + 1] != 0xFF || datagram[at + 2] != 0)
            return false;
        bool zeroCoded = (datagram[0] & (byte)PacketFlags.ZeroCoded) != 0;
        return zeroCoded ? datagram[at + 3] == 1 && datagram[at + 4] == 0x51 : datagram[at + 3] == 0x51;
    }

    /// <summary>
    /// Saves the rates that a viewer requests; false if the message has no valid rates. Numbers after the first seven are ignored, as in
    /// OpenSim.
    /// </summary>
    public bool TryNote(ReadOnlySpan<byte> datagram, LLUDPClient viewer)
    {
        lock (_scratch)
        {
            if (!TryRead(datagram, out _, out AgentThrottleMessage message)
                || AgentThrottle.TryDecode(message.Throttles[..Math.Min(message.Throttles.Length, AgentThrottle.PayloadBytes)],
                    out ChannelRates rates) != AgentThrottleError.None)
                return false;
            _requested.AddOrUpdate(viewer, new StrongBox<ChannelRates>(rates));
            return true;
        }
    }

    /// <summary>
    /// Puts rates into a message without valid ones, so that OpenSim still acknowledges the message and processes the acks that it carries;
    /// false if the message cannot be rewritten.
    /// </summary>
    /// <param name="buffer">The datagram; it is replaced by the new one.</param>
    /// <param name="length">The length of the datagram in bytes.</param>
    /// <param name="rates">The new AgentThrottle payload.</param>
    public bool TryReplaceRates(byte[] buffer, ref int length, ReadOnlySpan<byte> rates)
    {
        lock (_scratch)
        {
            byte[] datagram = buffer.AsSpan(0, length).ToArray();
            if (!TryRead(datagram, out DatagramReader reader, out AgentThrottleMessage message))
                return false;
            DatagramWriter w = new(buffer, reader.Flags, reader.Sequence);
            new AgentThrottleMessage
            {
                AgentId = message.AgentId,
                SessionId = message.SessionId,
                CircuitCode = message.CircuitCode,
                GenCounter = message.GenCounter,
                Throttles = rates,
            }.Write(ref w);
            if (!w.TryFinish(out length))
                return false;
            uint[] acks = new uint[reader.Acks.Count];
            for (int i = 0; i < acks.Length; i++)
                acks[i] = reader.Acks[i];
            DatagramHeader.AppendAcks(buffer, ref length, acks);
            return true;
        }
    }

    private bool TryRead(ReadOnlySpan<byte> datagram, out DatagramReader reader, out AgentThrottleMessage message)
    {
        message = default;
        return DatagramReader.TryParse(datagram, _scratch, out reader) == LludpError.None
            && AgentThrottleMessage.TryRead(reader.Body, out message);
    }
}
