namespace OpenSim.Framework.Capabilities;

public class Caps
{
    private Caps() => throw null;
}
