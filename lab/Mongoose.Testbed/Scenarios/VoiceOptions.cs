using Mongoose.Core.Settings;
using Mongoose.Testbed.Voices;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A sending and a receiving mixer: as many streams of voice as the line carries, and the rest mixed.</summary>
internal sealed record VoiceOptions : FlowKind
{
    [Setting("direction", FlagNames = "down up", Text = "direction of the streams; reports use the other")]
    public bool Up { get; init; }

    [Inlined]
    public VoiceProfile Profile { get; init; } = new();

    public override string Key => "voice";
}
