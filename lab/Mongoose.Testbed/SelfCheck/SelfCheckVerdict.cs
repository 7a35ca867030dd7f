using System.Globalization;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.SelfCheck;

/// <summary>Interprets the figures of a self-check.</summary>
internal static class SelfCheckVerdict
{
    public static IEnumerable<string> Warnings(SelfCheckResult result)
    {
        foreach ((string what, TimingError error) in ((string, TimingError)[])
            [("timers fire", result.Host.TimerErrorMs), ("the relay delivers", result.Host.LinkErrorMs)])
        {
            if (!(error.P99 <= SelfCheckResult.MaxErrorMs))
                yield return Text($"At p99 {what} {error.P99:0.0} ms late: smaller differences in delay are not significant.");
        }
        if (result.TunUnavailable is not null || result.Interrupted || result.TunLimitKbps >= SelfCheckResult.GoalKbps)
            yield break;
        yield return result.TunLimitKbps > 0
            ? Text($"The TUN link only keeps up with {result.TunLimitKbps / 1000:0.#} Mbit/s ")
                + Text($"of {ForwardingFigures.PacketBytes}-byte packets:")
                + " do not trust real runs above this rate."
            : "The TUN link adds too much delay, or loses packets, at every rate: do not trust real runs on it.";
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
