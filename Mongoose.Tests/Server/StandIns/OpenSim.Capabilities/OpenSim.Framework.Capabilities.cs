using System.Collections.Concurrent;
using OpenSim.Framework.Servers.HttpServer;

namespace OpenSim.Framework.Capabilities;

public class Caps
{
    private readonly ConcurrentDictionary<string, PollServiceEventArgs> m_pollServiceHandlers = new();

    public Dictionary<string, string> ExternalCapsHandlers { get; } = new();

    public bool TryGetPollHandler(string name, out PollServiceEventArgs pollHandler) =>
        m_pollServiceHandlers.TryGetValue(name, out pollHandler);

    public void RegisterPollHandler(string name, PollServiceEventArgs handler) => m_pollServiceHandlers[name] = handler;
}
