using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Scenarios shortened for tests.</summary>
internal static class Shortened
{
    /// <summary>One run of three seconds.</summary>
    public static Scenario Scenario(string file) =>
        new ScenarioFile(file).Read() with { Length = Duration.FromSeconds(3), WarmUp = Duration.FromSeconds(0.5), Seeds = 1 };
}
