namespace OpenMetaverse;

public struct UUID
{
    public override string ToString() => throw null;
}
