using System.Numerics;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <summary>The parameters that both ends agree on in the handshake, and the cookie that proves the client's address.</summary>
internal static class Negotiation
{
    /// <summary>The cookie, in bytes: a hash, and the period in which it was made.</summary>
    public const int CookieBytes = 9;

    /// <summary>The maximum shift; a larger one is read as this (RFC 7323, section 2.3).</summary>
    public const int MaxScale = 14;

    private const byte FlowControlByWindow = 2;

    /// <summary>The smallest shift with which a window fits 16 bits (of 1 GiB, all but 16 KiB), at most <see cref="MaxScale"/>.</summary>
    public static int ScaleFor(int windowBytes) => Math.Clamp(BitOperations.Log2((uint)windowBytes) - 15, 0, MaxScale);

    /// <summary>The offer of a client in its first packets: flow control by window, and the scale of its windows.</summary>
    public static void WriteOffer(ref CommandWriter writer, int scale)
    {
        writer.Negotiation(CommandKind.ChangeLocal, Feature.FlowControl, [FlowControlByWindow]);
        writer.Negotiation(CommandKind.ChangeLocal, Feature.WindowScale, [(byte)scale]);
    }

    /// <summary>The answer of a server: it confirms the offer, and asks the client to return the cookie.</summary>
    public static void WriteAnswer(ref CommandWriter writer, in HandshakePacket request, int scale, scoped ReadOnlySpan<byte> cookie)
    {
        writer.Negotiation(CommandKind.ConfirmRemote, Feature.FlowControl, [FlowControlByWindow]);
        writer.Negotiation(CommandKind.ConfirmRemote, Feature.WindowScale, [(byte)request.Scale]);
        writer.Negotiation(CommandKind.ChangeLocal, Feature.WindowScale, [(byte)scale]);
        WriteCookie(ref writer, CommandKind.ChangeRemote, cookie);
    }

    /// <summary>Writes the cookie as a string: its length, and its bytes.</summary>
    public static void WriteCookie(ref CommandWriter writer, CommandKind kind, scoped ReadOnlySpan<byte> cookie)
    {
        Span<byte> text = stackalloc byte[1 + CookieBytes];
        text[0] = CookieBytes;
        cookie.CopyTo(text[1..]);
        writer.Negotiation(kind, Feature.Token, text);
    }

    /// <summary>Reads a packet of the handshake.</summary>
    public static VerseError TryRead(ReadOnlySpan<byte> datagram, out HandshakePacket packet)
    {
        packet = default;
        VerseError error = PacketHeader.TryRead(datagram, out PacketHeader header);
        if (error != VerseError.None)
            return error;
        packet.Header = header;
        CommandReader reader = new(datagram[PacketHeader.Size..]);
        while (reader.TryRead(out Command command))
            packet.Take(command);
        return reader.Error;
    }
}

/// <summary>The content of a packet of the handshake.</summary>
internal ref struct HandshakePacket
{
    public PacketHeader Header;

    /// <summary>The last id acknowledged.</summary>
    public uint Acked;
    public bool HasAck;

    /// <summary>The shift of the sender's windows.</summary>
    public int Scale;

    /// <summary>Empty if there is none.</summary>
    public ReadOnlySpan<byte> Cookie;

    public void Take(in Command command)
    {
        if (command.Kind == CommandKind.Ack)
            (HasAck, Acked) = (true, command.Id);
        else if (command is { Kind: CommandKind.ChangeLocal, Feature: Feature.WindowScale } && !command.Values.IsEmpty)
            Scale = Math.Min(command.Values[0], (byte)Negotiation.MaxScale);
        else if (command is { Kind: CommandKind.ChangeRemote or CommandKind.ConfirmLocal, Feature: Feature.Token }
            && command.Values.Length == 1 + Negotiation.CookieBytes && command.Values[0] == Negotiation.CookieBytes)
            Cookie = command.Values[1..];
    }
}
