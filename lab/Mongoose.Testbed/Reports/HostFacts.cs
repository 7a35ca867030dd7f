using System.Globalization;
using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>The host of a result, described for readers.</summary>
internal static class HostFacts
{
    public static XElement Draw(HostInfo host) => Html.Facts(
        ("System", host.Kernel.Length > 0 ? $"{host.Os}, kernel {host.Kernel}" : host.Os),
        ("Runtime", host.Runtime),
        ("Processor", $"{(host.CpuModel.Length > 0 ? host.CpuModel : "unknown")}, {host.Cores} cores"),
        ("Link error", Error(host.LinkErrorMs)),
        ("Timer error", Error(host.TimerErrorMs)));

    /// <summary>The version with the commit after the plus sign shortened to git's usual length.</summary>
    public static string ShortVersion(string version)
    {
        int plus = version.IndexOf('+');
        return plus < 0 ? version : version[..Math.Min(version.Length, plus + 1 + 7)];
    }

    private static string Error(TimingError error) => double.IsFinite(error.P99)
        ? string.Create(CultureInfo.InvariantCulture, $"p50 {error.P50:0.00} ms, p99 {error.P99:0.00} ms")
        : "not measured";
}
