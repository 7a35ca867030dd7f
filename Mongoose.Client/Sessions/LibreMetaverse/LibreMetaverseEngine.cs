using System.Runtime.CompilerServices;
using LibreMetaverse;
using Microsoft.Extensions.Logging;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>The client library of most OpenSimulator bots: its login, capabilities, event queue, teleports and resends.</summary>
internal sealed class LibreMetaverseEngine : IEngine
{
    public const string EngineName = "libremetaverse";

    /// <summary>Beyond its own default of 512 the library drops datagrams silently, which would look like loss on the path.</summary>
    private const int ReceiveQueueCapacity = 16_384;

    private static readonly LibreMetaverseLoader Loader = new(Prepare);

    private readonly RealTimeLoop _loop;
    private readonly Mailbox _mailbox;
    private readonly TimeSpan _loginTimeout;

    /// <param name="loop">The sessions report on this loop's thread.</param>
    /// <param name="mailbox">The mailbox of that loop.</param>
    /// <param name="loginTimeout">The timeout for a login.</param>
    /// <exception cref="EngineException">The folder does not contain the library, or a file is missing; the message names it.</exception>
    public LibreMetaverseEngine(LibreMetaverseFolder folder, RealTimeLoop loop, Mailbox mailbox, TimeSpan loginTimeout)
    {
        _loop = loop;
        _mailbox = mailbox;
        _loginTimeout = loginTimeout;
        Version = $"LibreMetaverse {Loader.Load(folder).Version}";
    }

    public string Name => EngineName;

    public string Version { get; }

    public IBotSession Open(SessionPlan plan, ISessionListener listener) =>
        new LibreMetaverseSession(_loop, _mailbox, plan, listener, _loginTimeout);

    public void Dispose()
    {
    }

    // A separate method, because the runtime looks for the library when it compiles this method, and not earlier.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Prepare(LibreMetaverseFolder folder)
    {
        Settings.LogLevel = LogLevel.None;
        Settings.ResourceDir = folder.Resources;
        Settings.UdpReceiveQueueCapacity = ReceiveQueueCapacity;
    }
}
