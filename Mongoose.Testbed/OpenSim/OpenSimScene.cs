using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.OpenSim;

/// <summary>The demo's workload in a real region: viewers download textures, and the first of them watches an avatar that walks.</summary>
internal sealed class OpenSimScene(OpenSimDemoOptions options, IReadOnlyList<LibraryTexture> textures)
{
    /// <summary>One viewer's visit; each has its own order of textures and its own losses.</summary>
    public VisitPlan Plan(string server, DataRate throttle, int client)
    {
        LibraryTexture[] shuffled = textures.ToArray();
        DemoScene.TextureOrder(options.Seed + client).Shuffle<LibraryTexture>(shuffled);
        List<Guid> timed = DemoScene.Timed(shuffled.Select(texture => (texture.Id, texture.Bytes)), throttle, options.Length);
        int lossSeed = 2 * (options.Seed + client);
        return new VisitPlan
        {
            Region = new RegionOptions { Name = OpenSimIni.RegionName, Outbound = server },
            Viewer = new ViewerOptions
            {
                Throttle = Split(throttle),
                Textures = [.. timed, .. shuffled.Select(texture => texture.Id).Except(timed)],
                RepeatTextures = true,
            },
            ToServer = DemoScene.Link(options.RoundTrip, options.Loss, lossSeed),
            ToClient = DemoScene.Link(options.RoundTrip, options.Loss, lossSeed + 1),
            Throttle = throttle,
            Length = options.Length,
            TimedTextures = timed,
        };
    }

    public static ChannelRates Split(DataRate throttle) =>
        ViewerSplit.Of(throttle, StockThrottles.LargestClientMaximum.ViewerKilobitsPerSecond);
}
