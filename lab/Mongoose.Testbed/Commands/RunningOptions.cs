using System.CommandLine;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Testbed.Commands;

/// <summary>The option that selects one of the scenario's clocks.</summary>
internal sealed class ClockOption : Option<string?>
{
    public ClockOption()
        : base("--clock")
    {
        Description = "sim or real, if the scenario supports both (default: the first that it lists)";
        HelpName = "sim|real";
        Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: not ("sim" or "real") } token])
                result.AddError($"--clock {token.Value}: allowed are sim, real");
        });
    }

    /// <summary>Null: the default of each scenario.</summary>
    public ClockKind? Read(ParseResult parsed) => parsed.GetValue(this) switch
    {
        "sim" => ClockKind.Sim,
        "real" => ClockKind.Real,
        _ => null,
    };
}

/// <summary>The option for the number of simultaneous simulated runs.</summary>
internal sealed class JobsOption
{
    public Option<int> Option { get; } = RangedOption.Integer("--jobs",
        "Number of simultaneous simulated runs; 0: one per core", 0, 0, 256);

    public int Read(ParseResult parsed) => parsed.GetValue(Option) is > 0 and { } given ? given : Environment.ProcessorCount;
}
