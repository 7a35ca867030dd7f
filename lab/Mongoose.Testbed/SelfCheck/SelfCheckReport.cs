using System.Globalization;
using Mongoose.Network.Tun;

namespace Mongoose.Testbed.SelfCheck;

/// <summary>The result as text.</summary>
internal static class SelfCheckReport
{
    public static void Write(TextWriter output, SelfCheckResult result)
    {
        Line("added delay, ms", "p50", "p99", "sent", "received");
        Line("timer", Number(result.Host.TimerErrorMs.P50), Number(result.Host.TimerErrorMs.P99), "", "");
        Line("UDP relay", Number(result.Host.LinkErrorMs.P50), Number(result.Host.LinkErrorMs.P99), "", "");
        foreach (ForwardingFigures rate in result.Tun)
            Line(string.Create(CultureInfo.InvariantCulture, $"TUN link, {rate.RateKbps / 1000:0} Mbit/s"),
                Number(rate.AddedMs.P50), Number(rate.AddedMs.P99), $"{rate.Sent}", $"{rate.Received}");
        output.WriteLine();
        if (result.TunUnavailable is { } reason)
            output.WriteLine($"TUN link not checked: {reason}");
        foreach (string warning in result.Warnings)
            output.WriteLine(warning);
        output.WriteLine(Conclusion(result));

        void Line(params string[] cells) => output.WriteLine(string.Format(CultureInfo.InvariantCulture,
            "{0,-24}{1,8}{2,8}{3,9}{4,9}", cells).TrimEnd());
    }

    private static string Conclusion(SelfCheckResult result) => result switch
    {
        { Interrupted: true } => "Interrupted: these are the figures so far.",
        { Warnings.Count: > 0 } => "In its current state, this host does not give trustworthy results beyond these limits.",
        { TunUnavailable: not null } => "Results of real runs through the UDP relay are trustworthy on this host.",
        _ => "Results of real runs are trustworthy on this host, on the TUN link up to"
            + string.Create(CultureInfo.InvariantCulture,
                $" {result.TunLimitKbps / 1000:0} Mbit/s of {ForwardingFigures.PacketBytes}-byte packets."),
    };

    private static string Number(double value) => value.ToString("0.000", CultureInfo.InvariantCulture);
}
