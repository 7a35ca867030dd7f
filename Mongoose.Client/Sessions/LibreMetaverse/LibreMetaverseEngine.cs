using System.Runtime.CompilerServices;
using LibreMetaverse;
using Microsoft.Extensions.Logging;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>The client library that most bots of the ecosystem are made with: its login, capabilities, event queue, teleports and resends.</summary>
internal sealed class LibreMetaverseEngine : IEngine
{
    public const string EngineName = "libremetaverse";

    /// <summary>Beyond its 512 the library drops datagrams without a word, which would look like loss on the way.</summary>
    private const int ReceiveQueueCapacity = 16_384;

    private static readonly LibreMetaverseLoader Loader = new(Prepare);

    private readonly RealTimeLoop _loop;
    private readonly Mailbox _mailbox;
    private readonly TimeSpan _loginTimeout;

    /// <param name="folder">The library.</param>
    /// <param name="loop">On whose thread the sessions tell what happens.</param>
    /// <param name="mailbox">Of that loop.</param>
    /// <param name="loginTimeout">For a login.</param>
    /// <exception cref="EngineException">What is in the folder is not the library, or lacks something; the message names it.</exception>
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

    // In a method of its own: the runtime looks for the library when it compiles this, and not before.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Prepare(LibreMetaverseFolder folder)
    {
        Settings.LogLevel = LogLevel.None;
        Settings.ResourceDir = folder.Resources;
        Settings.UdpReceiveQueueCapacity = ReceiveQueueCapacity;
    }
}
