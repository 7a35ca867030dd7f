using System.Collections.Generic;

namespace OpenSim.Framework.Capabilities;

public class Caps
{
    private Caps() => throw null;

    public Dictionary<string, string> ExternalCapsHandlers => throw null;
}
