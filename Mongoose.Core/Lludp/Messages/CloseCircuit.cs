namespace Mongoose.Core.Lludp.Messages;

/// <summary>Fixed 0xFFFFFFFD, both ways: nothing more will come. Without a body.</summary>
public readonly record struct CloseCircuit
{
    public static bool TryRead(ReadOnlySpan<byte> body, out CloseCircuit message)
    {
        message = default;
        return true;
    }

    public void Write(ref DatagramWriter w) => w.WriteMessageId(MessageId.CloseCircuit);
}
