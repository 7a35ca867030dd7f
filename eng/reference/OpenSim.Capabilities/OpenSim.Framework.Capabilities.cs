using System.Collections.Generic;
using OpenSim.Framework.Servers.HttpServer;

namespace OpenSim.Framework.Capabilities;

public class Caps
{
    private Caps() => throw null;

    public bool TryGetPollHandler(string name, out PollServiceEventArgs pollHandler) => throw null;

    public Dictionary<string, string> ExternalCapsHandlers => throw null;
}
