namespace OpenMetaverse;

public struct UUID
{
    public override string ToString() => throw null;
}

public struct Vector3
{
    public float X;
    public float Y;
    public float Z;
}
