using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Scenarios for as long as a test may take.</summary>
internal static class Shortened
{
    /// <summary>Those of the built-in ones that can be simulated.</summary>
    public static IEnumerable<Scenario> Simulated =>
        ScenarioCatalogue.BuiltIn.Files.Select(Scenario).Where(scenario => scenario.Clocks.Contains(ClockKind.Sim));

    /// <summary>One run of three seconds.</summary>
    public static Scenario Scenario(string file) =>
        new ScenarioFile(file).Read() with { Length = Duration.FromSeconds(3), WarmUp = Duration.FromSeconds(0.5), Seeds = 1 };
}
