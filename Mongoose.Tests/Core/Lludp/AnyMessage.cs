using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Every message that the library reads and writes: a random message of each kind, and a copy by message number.</summary>
internal static class AnyMessage
{
    /// <summary>Messages of which only the number is used.</summary>
    private static readonly MessageId[] NumberAlone =
        [MessageId.TeleportFailed, MessageId.KickUser, MessageId.DisableSimulator, MessageId.KillObject, MessageId.CloseCircuit];

    public static MessageId[] All { get; } = Enum.GetValues<MessageId>().Except(NumberAlone).ToArray();

    public static void WriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        bool written = AnyCircuitMessage.TryWriteRandom(id, from, ref w)
            || AnyRegionMessage.TryWriteRandom(id, from, ref w)
            || AnyMovementMessage.TryWriteRandom(id, from, ref w)
            || AnyAgentMessage.TryWriteRandom(id, from, ref w)
            || AnyObjectMessage.TryWriteRandom(id, from, ref w)
            || AnyTextureMessage.TryWriteRandom(id, from, ref w)
            || AnyTransferMessage.TryWriteRandom(id, from, ref w);
        if (!written)
            throw new ArgumentOutOfRangeException(nameof(id), id, "no sample of this message");
    }

    /// <summary>
    /// Reads a message with all its blocks and writes it again. Returns false if the message is malformed or only its number is used.
    /// Throws for a number that <see cref="MessageId"/> does not name.
    /// </summary>
    public static bool TryCopy(MessageId id, ReadOnlySpan<byte> body, ref DatagramWriter w) =>
        AnyCircuitMessage.TryCopy(id, body, ref w)
        ?? AnyRegionMessage.TryCopy(id, body, ref w)
        ?? AnyMovementMessage.TryCopy(id, body, ref w)
        ?? AnyAgentMessage.TryCopy(id, body, ref w)
        ?? AnyObjectMessage.TryCopy(id, body, ref w)
        ?? AnyTextureMessage.TryCopy(id, body, ref w)
        ?? AnyTransferMessage.TryCopy(id, body, ref w)
        ?? (NumberAlone.Contains(id) ? false : throw new ArgumentOutOfRangeException(nameof(id), id, "not a message of this library"));
}
