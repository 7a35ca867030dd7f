using System.Collections.Generic;

namespace OpenMetaverse.StructuredData;

public class OSD
{
    internal OSD() => throw null;

    public static OSD FromString(string value) => throw null;
}

public sealed class OSDMap : OSD
{
    public OSDMap(Dictionary<string, OSD> value) => throw null;
}
