namespace OpenMetaverse;

public struct UUID(Guid guid)
{
    public Guid Guid = guid;

    public override readonly string ToString() => Guid.ToString();
}

public struct Vector3(float x, float y, float z)
{
    public float X = x;
    public float Y = y;
    public float Z = z;
}
