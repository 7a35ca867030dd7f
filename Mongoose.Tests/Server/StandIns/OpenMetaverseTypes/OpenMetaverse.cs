namespace OpenMetaverse;

public struct UUID(Guid guid)
{
    public Guid Guid = guid;

    public override readonly string ToString() => Guid.ToString();
}
