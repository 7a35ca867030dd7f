namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 152, from the simulator: it has closed the circuit. Without a body.</summary>
public readonly record struct DisableSimulator
{
    public static bool TryRead(ReadOnlySpan<byte> body, out DisableSimulator message)
    {
        message = default;
        return true;
    }

    public void Write(ref DatagramWriter w) => w.WriteMessageId(MessageId.DisableSimulator);
}
