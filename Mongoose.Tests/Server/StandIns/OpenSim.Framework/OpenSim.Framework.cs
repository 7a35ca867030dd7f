using System.Net;

namespace OpenSim.Framework;

public class AgentCircuitManager
{
}

public delegate void CommandDelegate(string module, string[] cmdparams);

public class Culture
{
    public static void SetCurrentCulture() => Thread.CurrentThread.CurrentCulture = System.Globalization.CultureInfo.InvariantCulture;
}

public delegate void GenericCall2();

public interface IClientAPI
{
}

public interface IConsole
{
    void Output(string format, params object[] components);
}

public interface ICommandConsole : IConsole
{
}

public interface IScene
{
}

public interface ISceneAgent
{
    bool IsChildAgent { get; }
}

public class MainConsole
{
    public static ICommandConsole Instance { get; set; }
}

public class RegionInfo(IPEndPoint endPoint)
{
    public int ProxyOffset;

    public IPEndPoint InternalEndPoint { get; } = endPoint;
}

public enum ThrottleOutPacketType
{
    Unknown = -1,
    Resend = 0,
    Land = 1,
    Wind = 2,
    Cloud = 3,
    Task = 4,
    Texture = 5,
    Asset = 6,
}

[Flags]
public enum ThrottleOutPacketTypeFlags
{
    Land = 1,
    Wind = 2,
    Cloud = 4,
    Task = 8,
    Texture = 16,
    Asset = 32,
}
