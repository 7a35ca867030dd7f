using System.Net;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Settings;

/// <summary>Checks the host's resources for a mixer: free ports, a resolver, libopus.</summary>
internal static class HostCheck
{
    /// <summary>Returns everything that is missing. Ports are opened and closed again; names may take the resolver's time.</summary>
    /// <param name="settings">A mixer without problems in its settings.</param>
    /// <param name="network">The network on which its ports will be opened; use it on its thread.</param>
    public static IReadOnlyList<SettingProblem> Problems(MixerSettings settings, INetwork network)
    {
        List<SettingProblem> problems = [];
        IPAddress bind = IPAddress.Parse(settings.Bind);
        foreach (PeerSettings peer in settings.Peers)
        {
            Check(problems, peer.Options.Name, () => network.Open(UdpAddress.From(new IPEndPoint(bind, peer.Port))).Dispose());
            Check(problems, peer.Options.Name, () => _ = peer.Address is { } address ? PeerAddress.Resolve(address) : default);
        }
        if (settings.ControlPort > 0)
            Check(problems, "control port", () => network.Open(UdpAddress.Loopback(settings.ControlPort)).Dispose());
        if (settings.Peers.FirstOrDefault(MixerRules.IsOpus) is { } opus)
            Check(problems, opus.Options.Name, () => AudioEncoder.Create(AudioFormat.Opus, OpusOptions.Default).Dispose());
        return problems;
    }

    private static void Check(List<SettingProblem> problems, string place, Action use)
    {
        try
        {
            use();
        }
        catch (Exception exception) when (exception is IOException or NotSupportedException)
        {
            problems.Add(new SettingProblem(place, null, exception.Message));
        }
    }
}
