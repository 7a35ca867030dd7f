using System.Buffers.Binary;

namespace Mongoose.Verse.Wire;

/// <summary>A system command as read from a packet.</summary>
public readonly ref struct Command
{
    public CommandKind Kind { get; init; }

    /// <summary>The payload id of an ACK or NAK.</summary>
    public uint Id { get; init; }

    /// <summary>The feature of a negotiation.</summary>
    public Feature Feature { get; init; }

    /// <summary>The values of a negotiation, in the packet's own memory.</summary>
    public ReadOnlySpan<byte> Values { get; init; }

    /// <summary>The time of <see cref="CommandKind.Held"/>, in units of 10 µs.</summary>
    public ushort Held { get; init; }
}

/// <summary>Reads the system commands of a packet, up to its payload or its end.</summary>
/// <param name="packet">The packet without its header.</param>
public ref struct CommandReader(ReadOnlySpan<byte> packet)
{
    /// <summary>This length byte means that the length follows in two bytes.</summary>
    private const int LongLength = 0xFF;

    private int _commands;

    /// <summary>The bytes not read yet. After the last command, these are the payload, which begins with its kind.</summary>
    public ReadOnlySpan<byte> Rest { get; private set; } = packet;

    /// <summary>Why <see cref="TryRead"/> returned false; <see cref="VerseError.None"/> at the end of the commands.</summary>
    public VerseError Error { get; private set; } = VerseError.None;

    public bool TryRead(out Command command)
    {
        command = default;
        if (Rest.IsEmpty || Rest[0] >= (byte)CommandKind.Values)
            return false;
        if (++_commands > CommandWriter.MaxCommands)
            return Fail(VerseError.BadCommand);
        return (CommandKind)Rest[0] switch
        {
            CommandKind.Ack or CommandKind.Nak => TryReadVerdict(out command),
            >= CommandKind.ChangeLocal and <= CommandKind.ConfirmRemote => TryReadNegotiation(out command),
            CommandKind.Held => TryReadHeld(out command),
            _ => Fail(VerseError.BadCommand),
        };
    }

    private bool TryReadVerdict(out Command command)
    {
        command = default;
        if (Rest.Length < CommandWriter.VerdictBytes)
            return Fail(VerseError.Truncated);
        command = new Command { Kind = (CommandKind)Rest[0], Id = BinaryPrimitives.ReadUInt32BigEndian(Rest[1..]) };
        Rest = Rest[CommandWriter.VerdictBytes..];
        return true;
    }

    private bool TryReadHeld(out Command command)
    {
        command = default;
        if (Rest.Length < CommandWriter.HeldBytes)
            return Fail(VerseError.Truncated);
        command = new Command { Kind = CommandKind.Held, Held = BinaryPrimitives.ReadUInt16BigEndian(Rest[1..]) };
        Rest = Rest[CommandWriter.HeldBytes..];
        return true;
    }

    private bool TryReadNegotiation(out Command command)
    {
        command = default;
        if (Rest.Length < 3)
            return Fail(VerseError.Truncated);
        int length = Rest[1], head = 2;
        if (length == LongLength)
        {
            if (Rest.Length < 4)
                return Fail(VerseError.Truncated);
            (length, head) = (BinaryPrimitives.ReadUInt16BigEndian(Rest[2..]), 4);
        }
        if (length > Rest.Length)
            return Fail(VerseError.Truncated);
        if (length <= head)
            return Fail(VerseError.BadCommand);
        command = new Command { Kind = (CommandKind)Rest[0], Feature = (Feature)Rest[head], Values = Rest[(head + 1)..length] };
        bool isConfirmation = command.Kind is CommandKind.ConfirmLocal or CommandKind.ConfirmRemote;
        if (isConfirmation && !HasOneValue(command))
            return Fail(VerseError.BadCommand);
        Rest = Rest[length..];
        return true;
    }

    /// <summary>Whether the command has a single value. Values of variable length begin with their length.</summary>
    private static bool HasOneValue(in Command command) => command.Feature switch
    {
        Feature.FlowControl or Feature.CongestionControl or Feature.WindowScale or Feature.CommandCompression => command.Values.Length == 1,
        Feature.FramesPerSecond => command.Values.Length == sizeof(float),
        _ => !command.Values.IsEmpty && command.Values.Length == command.Values[0] + 1,
    };

    private bool Fail(VerseError error)
    {
        Error = error;
        return false;
    }
}
