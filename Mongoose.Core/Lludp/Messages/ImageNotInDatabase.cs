namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 86, from the simulator: the texture does not exist, so the viewer should stop waiting for it.</summary>
public readonly record struct ImageNotInDatabase(Guid ImageId)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out ImageNotInDatabase message)
    {
        var r = new SpanReader(body);
        message = new ImageNotInDatabase(r.ReadGuid());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.ImageNotInDatabase);
        w.WriteGuid(ImageId);
    }
}
