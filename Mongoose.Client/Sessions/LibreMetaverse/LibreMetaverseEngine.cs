using System.Runtime.CompilerServices;
using LibreMetaverse;
using Microsoft.Extensions.Logging;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>The client library of most OpenSimulator bots: its login, capabilities, event queue, teleports and resends.</summary>
/// <param name="folder">The folder of the library.</param>
/// <param name="loop">The sessions report on this loop's thread.</param>
/// <param name="mailbox">The mailbox of that loop.</param>
/// <param name="loginTimeout">The timeout for a login.</param>
/// <exception cref="EngineException">The folder does not contain the library, or a file is missing; the message names it.</exception>
internal sealed class LibreMetaverseEngine(LibreMetaverseFolder folder, RealTimeLoop loop, Mailbox mailbox, TimeSpan loginTimeout) : IEngine
{
    public const string EngineName = "libremetaverse";

    /// <summary>Beyond its own default of 512 the library drops datagrams silently, which would look like loss on the path.</summary>
    private const int ReceiveQueueCapacity = 16_384;

    private static readonly LibreMetaverseLoader Loader = new(Prepare);

    public string Version { get; } = $"LibreMetaverse {Loader.Load(folder).Version}";

    public IBotSession Open(SessionPlan plan, ISessionListener listener) =>
        new LibreMetaverseSession(loop, mailbox, plan, listener, loginTimeout);

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
