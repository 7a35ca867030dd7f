using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Runtime.Time;
using Mongoose.Simulators;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.OpenSim;

/// <summary>A visit before the measurement: OpenSim decodes a texture on its first request, which costs far more than sending it.</summary>
internal static class TextureWarmUp
{
    /// <summary>The account used for this visit; measurements use other accounts.</summary>
    public const int User = 1;

    private static readonly TimeSpan Time = TimeSpan.FromSeconds(3);

    /// <summary>Requests every texture at once.</summary>
    /// <exception cref="OpenSimException">The login fails.</exception>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static void Run(OpenSimInstance grid, IReadOnlyList<LibraryTexture> textures, CancellationToken cancellation)
    {
        using RealTimeLoop loop = new("warm-up");
        using GridVisit visit = GridVisit.Begin(loop, grid, User, Viewer(textures), cancellation: cancellation);
        if (cancellation.WaitHandle.WaitOne(Time))
            cancellation.ThrowIfCancellationRequested();
    }

    private static ViewerOptions Viewer(IReadOnlyList<LibraryTexture> textures) => new()
    {
        Throttle = ViewerSplit.Of(StockThrottles.LargestClientMaximum, double.MaxValue),
        Textures = textures.Select(texture => texture.Id).ToArray(),
        TexturesOutstanding = 30, // The maximum number of requests in one datagram.
    };
}
