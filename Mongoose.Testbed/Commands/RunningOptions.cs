using System.CommandLine;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Testbed.Commands;

/// <summary>The option that chooses among the clocks of a scenario.</summary>
internal sealed class ClockOption : Option<string?>
{
    public ClockOption()
        : base("--clock")
    {
        Description = "sim or real, where the scenario allows both; its first if not given";
        HelpName = "sim|real";
        Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: not ("sim" or "real") } token])
                result.AddError($"--clock {token.Value}: allowed are sim, real");
        });
    }

    /// <summary>Null: each scenario's own.</summary>
    public ClockKind? Read(ParseResult parsed) => parsed.GetValue(this) switch
    {
        "sim" => ClockKind.Sim,
        "real" => ClockKind.Real,
        _ => null,
    };
}

/// <summary>How many simulated runs there are at the same time.</summary>
internal sealed class JobsOption
{
    public Option<int> Option { get; } = RangedOption.Integer("--jobs", "Simulated runs at the same time; 0 for all cores", 0, 0, 256);

    public int Read(ParseResult parsed) => parsed.GetValue(Option) is > 0 and { } given ? given : Environment.ProcessorCount;
}
