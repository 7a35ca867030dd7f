using Mongoose.Network.Tun;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.SelfCheck;

/// <summary>How exact real packets are on this host: the machine-readable result.</summary>
internal sealed record SelfCheckResult
{
    public const string SchemaName = "mongoose-testbed-selfcheck/1";

    /// <summary>The rate of 1200-byte packets that a TUN link is meant to forward well.</summary>
    public const double GoalKbps = 50_000;

    /// <summary>Above this, the 99th percentile of timer or relay would be seen in delays that are measured.</summary>
    public const double MostErrorMs = 2;

    public string Schema { get; init; } = SchemaName;
    public required string Version { get; init; }
    public required DateTimeOffset Started { get; init; }
    public required bool Interrupted { get; init; }

    /// <summary>With the errors of timer and relay.</summary>
    public required HostInfo Host { get; init; }

    /// <summary>Each rate that was tried on the TUN link.</summary>
    public IReadOnlyList<ForwardingFigures> Tun { get; init; } = [];

    /// <summary>The highest rate that the TUN link forwarded well, in kbit/s.</summary>
    public double TunLimitKbps { get; init; } = double.NaN;

    /// <summary>Why the TUN link was not checked; null if it was.</summary>
    public string? TunUnavailable { get; init; }

    /// <summary>What would make results untrustworthy, one sentence each; empty when nothing would.</summary>
    public IReadOnlyList<string> Warnings => SelfCheckVerdict.Warnings(this).ToArray();
}
