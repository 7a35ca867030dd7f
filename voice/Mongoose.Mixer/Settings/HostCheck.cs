using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Http;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Mixer.Settings;

/// <summary>Checks the host's resources for a mixer: free ports, a resolver.</summary>
internal static class HostCheck
{
    /// <summary>Returns everything that is missing. Opens ports and closes them again; resolving names may take time.</summary>
    /// <param name="settings">A mixer without problems in its settings.</param>
    /// <param name="network">The network on which the mixer will open its ports; call this on the network's thread.</param>
    public static IReadOnlyList<SettingProblem> Problems(MixerSettings settings, INetwork network)
    {
        List<SettingProblem> problems = [];
        foreach (PeerSettings peer in settings.Peers)
        {
            Check(problems, peer.Options.Name, () => network.Open(PeerAddress.Resolve($"{settings.Bind}:{peer.Port}")).Dispose());
            Check(problems, peer.Options.Name, () => _ = peer.Address is { } address ? PeerAddress.Resolve(address) : default);
        }
        if (settings.ControlPort > 0)
            Check(problems, "control port", () => network.Open(UdpAddress.Loopback(settings.ControlPort)).Dispose());
        if (settings.Status.Place is { } place)
            Check(problems, "status", () => HttpServer.Check(place));
        return problems;
    }

    /// <summary>Notes on what the host could do better, one line each.</summary>
    public static IEnumerable<string> Notes(MixerSettings settings)
    {
        if (OperatingSystem.IsLinux() && OpusLibrary.Native is null && settings.Peers.Any(MixerRules.IsOpus))
        {
            yield return $"Opus by {OpusLibrary.Current.Name}, because libopus is not installed;"
                + " libopus takes half of the processor time or less: apt install libopus0";
        }
    }

    private static void Check(List<SettingProblem> problems, string place, Action use)
    {
        try
        {
            use();
        }
        catch (IOException exception)
        {
            problems.Add(new SettingProblem(place, null, Fault.TextOf(exception)));
        }
    }
}
