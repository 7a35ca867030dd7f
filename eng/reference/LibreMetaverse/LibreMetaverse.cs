using System;
using System.Threading;
using System.Threading.Tasks;
using LibreMetaverse.Packets;

namespace LibreMetaverse;

public class AgentManager
{
    private AgentManager() => throw null;

    public UUID AgentID => throw null;
    public UUID SessionID => throw null;

    public Task<bool> TeleportAsync(ulong regionHandle, Vector3 position, CancellationToken cancellationToken) => throw null;
}

public class DisconnectedEventArgs : EventArgs
{
    private DisconnectedEventArgs() => throw null;

    public string Message => throw null;
    public NetworkManager.DisconnectType Reason => throw null;
}

public class GridClient : IDisposable
{
    public GridClient() => throw null;

    public NetworkManager Network => throw null;
    public AgentManager Self => throw null;
    public Settings Settings => throw null;

    public void Dispose() => throw null;
}

public class LoginParams
{
    public LoginParams(
        GridClient client, string firstName, string lastName, string password, string channel, string version,
        string loginUri) => throw null;

    public string Start;
}

public class LoginProgressEventArgs : EventArgs
{
    private LoginProgressEventArgs() => throw null;

    public string FailReason => throw null;
    public string Message => throw null;
    public LoginStatus Status => throw null;
}

public enum LoginStatus
{
    Failed = -1,
}

public class NetworkManager
{
    private NetworkManager() => throw null;

    public enum DisconnectType
    {
        NetworkTimeout = 2,
    }

    public event EventHandler<DisconnectedEventArgs> Disconnected { add => throw null; remove => throw null; }
    public event EventHandler<LoginProgressEventArgs> LoginProgress { add => throw null; remove => throw null; }
    public event EventHandler<SimChangedEventArgs> SimChanged { add => throw null; remove => throw null; }

    public uint CircuitCode => throw null;
    public Simulator CurrentSim => throw null;
    public Uri LoginSeedCapability => throw null;

    public Task<bool> LoginAsync(LoginParams loginParams, CancellationToken cancellationToken) => throw null;
    public Task LogoutAsync(CancellationToken cancellationToken) => throw null;
    public void RegisterCallback(PacketType type, EventHandler<PacketReceivedEventArgs> callback, bool isAsync) => throw null;
    public void SendPacket(Packet packet, Simulator simulator) => throw null;
}

public class PacketReceivedEventArgs : EventArgs
{
    private PacketReceivedEventArgs() => throw null;

    public Packet Packet => throw null;
    public Simulator Simulator => throw null;
}

public class SimChangedEventArgs : EventArgs
{
    private SimChangedEventArgs() => throw null;
}

public class Simulator : UDPBase
{
    private Simulator() => throw null;

    public ulong Handle;
    public SimStats Stats;
    public Caps Caps;

    public bool HandshakeComplete => throw null;

    public class SimStats
    {
        private SimStats() => throw null;

        public long GetRecvBytes() => throw null;
    }
}

public class Caps
{
    private Caps() => throw null;

    public Uri SeedCapsURI => throw null;
}

public abstract class UDPBase
{
    private protected UDPBase() => throw null;
}
