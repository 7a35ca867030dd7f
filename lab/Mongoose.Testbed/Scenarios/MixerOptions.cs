using Mongoose.Core.Settings;
using Mongoose.Testbed.Mixers;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Talkers, real mixers with real audio, and a client that records what it hears.</summary>
internal sealed record MixerOptions : FlowKind
{
    [Setting("direction", FlagNames = "down up", Text = "direction of the voices; reports use the other")]
    public bool Up { get; init; }

    [Inlined]
    public MixerProfile Profile { get; init; } = new();

    public override string Key => "mixer";
}
