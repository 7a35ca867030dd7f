using System.Text.RegularExpressions;
using Mongoose.Core.Settings;
using Mongoose.Runtime.Settings;

namespace Mongoose.Mixer.Settings;

/// <summary>A mixer that options describe: each --peer has the keys of a peer in a file.</summary>
internal static class OptionPeers
{
    /// <summary>Adds the peers, and applies the rules of files.</summary>
    /// <param name="settings">The mixer without peers.</param>
    /// <param name="peers">The values of --peer.</param>
    /// <param name="nameOf">The option of a key.</param>
    /// <param name="problems">Receives the problems; if there are any, the result must not be used.</param>
    public static MixerSettings Read(MixerSettings settings, IReadOnlyList<string> peers, Func<string, string?> nameOf,
        List<SettingProblem> problems)
    {
        settings = settings with
        {
            Peers =
            peers.Select((text, i) => new PairSource(text, $"--peer {i + 1}", problems).Read(new PeerSettings())).ToArray()
        };
        string[] wrong = problems.Select(problem => problem.Path).ToArray();
        MixerRules.Check(settings, new OptionReport(nameOf, problems), place =>
            !wrong.Any(path => MixerRules.IsIn(OptionReport.PeerOf(place) ?? place, path, ' ')));
        return settings;
    }
}

/// <summary>Reports problems by options instead of paths.</summary>
internal sealed partial class OptionReport(Func<string, string?> nameOf, List<SettingProblem> problems) : ISettingReport
{
    public bool Has(string key) => false;

    public void Problem(string? place, string reason) =>
        problems.Add(new SettingProblem(place is null ? "" : PeerOf(place) ?? nameOf(place) ?? place, null, WithOptions(reason)));

    public string PathOf(string file) => file;

    /// <summary>The option of a path such as <c>peers[0].port</c>: <c>--peer 1 port</c>; null for other paths.</summary>
    public static string? PeerOf(string place) => PeerPath().Match(place) is { Success: true } match
        ? $"--peer {int.Parse(match.Groups[1].Value) + 1}{(match.Groups[2].Success ? " " + match.Groups[2].Value : "")}"
        : null;

    private static string WithOptions(string reason) => PeerPath().Match(reason.Split(' ')[0]) is { Success: true }
        ? PeerOf(reason.Split(' ')[0]) + reason[reason.IndexOf(' ')..] : reason;

    [GeneratedRegex(@"^peers\[([0-9]+)\](?:\.(\w+))?$")]
    private static partial Regex PeerPath();
}
