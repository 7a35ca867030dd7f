using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Settings;

/// <summary>A mixer: its peers, and settings of sources. <see cref="MixerRules"/> has the rules that concern several keys.</summary>
public sealed record MixerSettings
{
    [Setting("name", Pattern = "^.{1,63}$", Range = "1 to 63 characters", Option = "--name",
        Text = "name in tables and messages")]
    public string Name { get; init; } = "mixer";

    [Setting("bind", Option = "--bind", HelpName = "address",
        Text = "local IPv4 address of all ports; 0.0.0.0: all of the host")]
    public string Bind { get; init; } = "127.0.0.1";

    [Setting("frameMs", Min = 10, Max = 60, Unit = "ms", Option = "--frame-ms", Range = "10, 20, 30, 40, 60; with Opus not 30",
        Text = "length of a frame, the same in all mixers of a tree")]
    public int FrameMilliseconds { get; init; } = 20;

    [Setting("controlPort", Min = 1, Max = 65_535, OrZero = true, Option = "--control-port", HelpName = "port",
        Text = "UDP port on 127.0.0.1 for positions, a line of JSON each; 0: none")]
    public int ControlPort { get; init; }

    /// <summary>The status page and the metrics.</summary>
    [Inlined]
    public StatusSettings Status { get; init; } = new();

    [Setting("peers", Default = "-", Text = "the peers, at least one")]
    public IReadOnlyList<PeerSettings> Peers { get; init; } = [];

    [Setting("sources", Text = "settings of sources")]
    public IReadOnlyList<SourceOptions> Sources { get; init; } = [];

    [Setting("$schema", Text = "path of `mixer.schema.json`, for editors")]
    private string? Schema { get; init; }

    /// <summary>The time of a frame.</summary>
    public Duration Frame => Duration.FromMilliseconds(FrameMilliseconds);
}
