using System.CommandLine;

namespace Mongoose.Testbed.Commands;

/// <summary>How many simulated runs there are at the same time.</summary>
internal sealed class JobsOption
{
    public Option<int> Option { get; } = RangedOption.Whole("--jobs", "Simulated runs at the same time; 0 for all cores", 0, 0, 256);

    public int Read(ParseResult parsed) => parsed.GetValue(Option) is > 0 and { } given ? given : Environment.ProcessorCount;
}
