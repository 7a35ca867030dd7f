namespace OpenMetaverse.StructuredData;

public class OSD
{
    internal OSD()
    {
    }

    public static OSD FromString(string value) => new OSDString(value);
}

public sealed class OSDString : OSD
{
    private readonly string _value;

    internal OSDString(string value) => _value = value;

    public override string ToString() => _value;
}

public sealed class OSDMap(Dictionary<string, OSD> value) : OSD
{
    public OSD this[string key] => value.TryGetValue(key, out OSD found) ? found : null;
}
