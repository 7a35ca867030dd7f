using Mongoose.Core.Settings;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Settings;

/// <summary>Rules that concern several keys of a mixer, except those that depend on the host (<see cref="HostCheck"/>).</summary>
internal static class MixerRules
{
    /// <summary>Reports every problem: its place is a key, or a path such as <c>peers[1].codec</c>.</summary>
    /// <param name="settings">The mixer; keys that were refused have their defaults.</param>
    /// <param name="isRead">
    /// Whether all keys of a place such as <c>peers[1]</c> were read without a problem: only then do rules apply to it.
    /// </param>
    public static void Check(MixerSettings settings, ISettingReport report, Func<string, bool> isRead)
    {
        report.CheckBind(settings.Bind);
        StatusRules.Check(settings.Status, report);
        report.Require(FrameTimes.IsAllowed(settings.FrameMilliseconds), "frameMs", $"allowed are {FrameTimes.Names}");
        report.Require(settings.Peers.Count > 0 || !isRead("peers"), "peers", "at least one peer is needed");
        (PeerSettings Peer, string Place)[] peers = settings.Peers.Select((peer, i) => (peer, $"peers[{i}]"))
            .Where(peer => isRead(peer.Item2)).ToArray();
        foreach ((PeerSettings peer, string place) in peers)
            PeerRules.Check(peer, settings, place, report);
        Repeated(peers, peer => peer.Port, "port", "each peer needs a port of its own", report);
        Repeated(peers, peer => peer.Options.Name, "name", "each peer needs a name of its own", report);
        OwnPorts.Check(peers, settings.Bind, report);
        SourceOptions[] sources = [.. settings.Sources];
        for (int i = 0; i < sources.Length; i++)
            CheckSource(sources, i, report);
    }

    /// <summary>Whether a path is a place, or lies below it.</summary>
    internal static bool IsIn(string place, string path, char separator) =>
        path == place || path.StartsWith($"{place}{separator}", StringComparison.Ordinal);

    /// <summary>Notes on settings that are valid but may surprise, one line each.</summary>
    public static IEnumerable<string> Notes(MixerSettings settings) =>
        settings.Peers.SelectMany(peer => PeerNotes.Of(peer.Options, settings));

    private static void Repeated<T>(IEnumerable<(PeerSettings Peer, string Place)> peers, Func<PeerSettings, T> key, string name,
        string reason, ISettingReport report)
    {
        foreach (IGrouping<T, (PeerSettings Peer, string Place)> same in peers.GroupBy(peer => key(peer.Peer)))
        {
            foreach ((_, string place) in same.Skip(1))
                report.Problem($"{place}.{name}", $"{same.First().Place} has the same {name}; {reason}");
        }
    }

    private static void CheckSource(SourceOptions[] sources, int index, ISettingReport report)
    {
        SourceOptions source = sources[index];
        report.Require(source.Coordinates.Count is 0 or 3, $"sources[{index}].position", "allowed are three numbers: x, y, z");
        int first = Array.FindIndex(sources, other => other.Name == source.Name);
        report.Require(first == index || source.Name.Length == 0, $"sources[{index}].name",
            $"sources[{first}] has the same name; each source is listed once");
    }

    /// <summary>Whether a peer's codec is Opus.</summary>
    internal static bool IsOpus(PeerSettings peer) => AudioFormat.TryParse(peer.Options.Codec, out AudioFormat format)
        && format.Codec == AudioCodec.Opus;
}
