using Mongoose.Core.Channels;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>Rate control options that a user can set. Immutable.</summary>
public sealed record RateControlOptions
{
    public static readonly RateControlOptions Default = new();

    /// <summary>The default setting of viewers when the Mongoose paper was written (section II): 500 viewer kbit/s.</summary>
    public static readonly DataRate PaperSetting = DataRate.FromViewerKilobitsPerSecond(500);

    /// <summary>Bounds of <see cref="FairSegmentBytes"/>: a small segment, and a UDP datagram.</summary>
    public const int MinSegmentBytes = 64, MaxSegmentBytes = 65_535;

    private readonly DataRate _minRate = DataRate.FromViewerKilobitsPerSecond(ViewerSplit.MinimumViewerKilobits);
    private readonly DataRate _maxRate = DataRate.FromViewerKilobitsPerSecond(5000);
    private readonly int? _fairSegmentBytes;

    /// <summary>
    /// The minimum rate to ask for, above zero. The default is 50 viewer kbit/s, the minimum that a viewer's split between channels allows
    /// (Mongoose paper, section II).
    /// </summary>
    [Setting("minKbps", Ini = "MinRateKbps", Option = "--min-rate", Min = 8, Max = 1_000_000, Unit = "kbit/s",
        Text = "minimum rate to request")]
    public DataRate MinRate
    {
        get => _minRate;
        init => _minRate = value > DataRate.Zero
            ? value
            : throw new ArgumentOutOfRangeException(nameof(MinRate), value, "allowed: above 0 bit/s");
    }

    /// <summary>
    /// The maximum rate to ask for; if it is less than <see cref="MinRate"/>, then <see cref="MinRate"/> is used. The default is 5000
    /// viewer kbit/s: OpenSimulator's default limit per client (640000 bytes per second). OpenSimulator grants no more and logs each
    /// request above its limit. The Mongoose paper, section II, uses 1500.
    /// </summary>
    [Setting("maxKbps", Ini = "MaxRateKbps", Option = "--max-rate", Min = 8, Max = 1_000_000, Unit = "kbit/s",
        Text = "maximum rate to request")]
    public DataRate MaxRate
    {
        get => DataRate.Max(_maxRate, _minRate);
        init => _maxRate = value;
    }

    /// <summary>
    /// Window tracking is fair to a TCP whose segments carry this many bytes, 64 to 65535. With null it is fair to a TCP whose segments
    /// have the size of the stream's own packets (Mongoose paper, eq. 1); if these sizes differ, their root mean square is used.
    /// </summary>
    [Setting("fairSegmentBytes", Option = "--fair-segment", OrZero = true, Min = MinSegmentBytes, Max = MaxSegmentBytes, Unit = "bytes",
        Text = "segments of the TCP to which `windowTracking` is fair; 0: the stream's own packet size (root mean square)")]
    public int? FairSegmentBytes
    {
        get => _fairSegmentBytes;
        init => _fairSegmentBytes = value is null or (>= MinSegmentBytes and <= MaxSegmentBytes)
            ? value
            : throw new ArgumentOutOfRangeException(nameof(FairSegmentBytes), value,
                $"allowed: {MinSegmentBytes} to {MaxSegmentBytes} bytes");
    }

    /// <summary>The viewer whose behaviour the controller <c>viewer</c> models.</summary>
    [Setting("viewerPreset", Text = "constants of the controller `viewer`")]
    public ViewerPreset ViewerPreset { get; init; } = ViewerPreset.Source;

    /// <summary>
    /// The user's setting: the rate of <c>fixed</c>, the first rate of <c>autoBandwidth</c>, the setting of <c>viewer</c>. Null means 500
    /// viewer kbit/s, or the default of the viewer preset.
    /// </summary>
    [Setting("settingKbps", Ini = "RateKbps", Option = "--rate", OrZero = true, Min = 8, Max = 1_000_000, Unit = "kbit/s",
        Text = "bandwidth setting: rate of `fixed`, setting of `viewer`, first rate of `autoBandwidth`; 0: the controller's default")]
    public DataRate? UserSetting { get; init; }

    /// <summary>Whether the maximum rate was set below the minimum rate.</summary>
    public bool IsReversed => _maxRate < _minRate;

    /// <summary>The rate within [<see cref="MinRate"/>, <see cref="MaxRate"/>].</summary>
    public DataRate Clamp(DataRate rate) => DataRate.Max(MinRate, DataRate.Min(rate, MaxRate));
}
