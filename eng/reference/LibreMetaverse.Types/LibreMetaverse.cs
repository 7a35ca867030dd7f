using System;

namespace LibreMetaverse;

public readonly struct UUID
{
    public Guid Guid => throw null;
}

public readonly struct Vector3
{
    public Vector3(float x, float y, float z) => throw null;
}
