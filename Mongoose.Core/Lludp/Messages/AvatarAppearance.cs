namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// Low 158, zero-coded, from the simulator: an avatar's appearance. The lists after the visual parameters are omitted; viewers then treat
/// them as empty.
/// </summary>
public readonly ref struct AvatarAppearance
{
    /// <summary>The avatar's id.</summary>
    public Guid AgentId { get; init; }

    public bool IsTrial { get; init; }

    /// <summary>The avatar's baked textures.</summary>
    public ReadOnlySpan<byte> TextureEntry { get; init; }

    /// <summary>The avatar's shape: one byte per parameter, at most 255 bytes.</summary>
    public ReadOnlySpan<byte> VisualParams { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out AvatarAppearance message)
    {
        var r = new SpanReader(body);
        message = new AvatarAppearance
        {
            AgentId = r.ReadGuid(),
            IsTrial = r.ReadBoolean(),
            TextureEntry = r.ReadVariable2(),
            VisualParams = r.ReadBlocks(sizeof(byte)),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.AvatarAppearance);
        w.WriteGuid(AgentId);
        w.WriteBoolean(IsTrial);
        w.WriteVariable2(TextureEntry);
        w.WriteBlocks(VisualParams.Length, VisualParams);
    }
}
