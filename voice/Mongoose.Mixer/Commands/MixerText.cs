using Mongoose.Mixer.Results;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Audio.Opus;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Commands;

/// <summary>The plan of a dry run, and the summary at the end of a run.</summary>
internal static class MixerText
{
    public static void WritePlan(TextWriter text, MixerSettings settings)
    {
        text.WriteLine(
            Line($"{settings.Name}: {Counted.Of(settings.Peers.Count, "peer")}, frames of {settings.FrameMilliseconds} ms, ")
            + $"on {settings.Bind}{ControlOf(settings)}{OpusOf(settings)}");
        if (StatusRules.PageOf(settings.Status) is { } page)
            text.WriteLine(page);
        foreach (PeerSettings peer in settings.Peers)
        {
            PeerOptions options = peer.Options;
            string sent = options.Role == PeerRole.Mixer ? "a trunk" : options.Form == PeerForm.Separate ? "separate streams"
                : $"one {ResultNames.Of(options.Form)} stream";
            string rate = options.MaxRate is { } most ? Line($", at most {most.KilobitsPerSecond:0.#} kbit/s") : "";
            text.WriteLine(
                $"{options.Name}: {ResultNames.Of(options.Role)} on port {peer.Port}, "
                + $"{peer.Address ?? "at the address of its first packet"}, "
                + $"{options.Codec}, {sent}, rule {options.EffectiveRule}{rate}");
        }
    }

    public static void WriteSummary(TextWriter text, MixerResult result)
    {
        MixerSummary summary = result.Summary;
        text.WriteLine(
            Line($"peers          {summary.Peers - summary.PeersSilent} of {summary.Peers} heard{Incompatible(summary)}{Failed(summary)}"));
        foreach (PeerResult peer in result.Peers)
        {
            text.WriteLine(
                Line($"{Column(peer.Name)} {ResultNames.Of(peer.Status)}; sent {peer.SentKbps:0} kbit/s, ")
                + Line($"received {peer.ReceivedKbps:0} kbit/s, ")
                + Line($"silent {peer.SilentSeconds:0} s{Path(peer)}"));
        }
        text.WriteLine(Line($"voices         {Missing(summary)}, {summary.Refused} datagrams or streams refused"));
        text.WriteLine(Line($"this process   {summary.CpuCores:0.00} cores, {summary.PeakMemoryMB:0} MB peak"));
        foreach (ThresholdResult threshold in result.Thresholds)
            text.WriteLine($"fail if        {threshold}");
    }

    private static string ControlOf(MixerSettings settings) =>
        settings.ControlPort > 0 ? $", positions on 127.0.0.1:{settings.ControlPort}" : "";

    private static string OpusOf(MixerSettings settings) =>
        settings.Peers.Any(MixerRules.IsOpus) ? $", Opus by {OpusLibrary.Current.Name}" : "";

    private static string Incompatible(MixerSummary summary) =>
        summary.PeersIncompatible > 0 ? $", {summary.PeersIncompatible} incompatible" : "";

    private static string Failed(MixerSummary summary) => summary.PeersFailed > 0 ? $", {summary.PeersFailed} failed" : "";

    private static string Path(PeerResult peer) => double.IsNaN(peer.P95RttMs)
        ? ""
        : Line($", RTT {peer.P95RttMs:0} ms and queue {peer.P95QueueMs:0} ms p95, {peer.LossEvents} loss events{Fewest(peer)}");

    private static string Fewest(PeerResult peer) => double.IsNaN(peer.MinStreams) ? "" : Line($", at least {peer.MinStreams:0} streams");

    private static string Missing(MixerSummary summary) =>
        double.IsNaN(summary.MissingPercent) ? "none heard" : Line($"{summary.MissingPercent:0.00} % of frames lost or late");

    private static string Column(string name) => (name.Length > 14 ? name[..13] + "…" : name).PadRight(14);

    private static string Line(FormattableString text) => FormattableString.Invariant(text);
}
