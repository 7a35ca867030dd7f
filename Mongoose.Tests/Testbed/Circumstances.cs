using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed;

internal static class Circumstances
{
    /// <summary>
    /// This result without version, time, command and host: for the same seeds, two simulated runs then give the same bytes.
    /// </summary>
    public static TestbedResult WithoutCircumstances(this TestbedResult result) =>
        result with { Version = null, Started = null, Command = null, Host = null };
}
