using Mongoose.Network.Tun;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.SelfCheck;

/// <summary>The precision of real-time runs on this host, in machine-readable form.</summary>
internal sealed record SelfCheckResult
{
    public const string SchemaName = "mongoose-testbed-selfcheck/1";

    /// <summary>The rate of 1200-byte packets that a TUN link should be able to forward.</summary>
    public const double GoalKbps = 50_000;

    /// <summary>A 99th percentile of the timer or relay error above this is visible in measured delays.</summary>
    public const double MaxErrorMs = 2;

    public string Schema { get; init; } = SchemaName;
    public required string Version { get; init; }
    public required DateTimeOffset Started { get; init; }
    public required bool Interrupted { get; init; }

    /// <summary>The host, with the errors of timer and relay.</summary>
    public required HostInfo Host { get; init; }

    /// <summary>The results of each rate tested on the TUN link.</summary>
    public IReadOnlyList<ForwardingFigures> Tun { get; init; } = [];

    /// <summary>The highest rate that the TUN link forwarded well, in kbit/s.</summary>
    public double TunLimitKbps { get; init; } = double.NaN;

    /// <summary>Why the TUN link was not checked; null if it was.</summary>
    public string? TunUnavailable { get; init; }

    /// <summary>Reasons why results would not be trustworthy, one sentence each; empty if there are none.</summary>
    public IReadOnlyList<string> Warnings => SelfCheckVerdict.Warnings(this).ToArray();
}
