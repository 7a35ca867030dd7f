using Mongoose.Core.Channels;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>What a user may choose about rate control. Immutable.</summary>
public sealed record RateControlOptions
{
    public static readonly RateControlOptions Default = new();

    /// <summary>The setting that viewers came with when the Mongoose paper was written (section II): 500 viewer kbit/s.</summary>
    public static readonly DataRate PaperSetting = DataRate.FromViewerKilobitsPerSecond(500);

    /// <summary>Bounds of <see cref="FairSegmentBytes"/>: a small segment, and a UDP datagram.</summary>
    public const int MinSegmentBytes = 64, MaxSegmentBytes = 65_535;

    private readonly DataRate _minRate = DataRate.FromViewerKilobitsPerSecond(ViewerSplit.MinimumViewerKilobits);
    private readonly DataRate _maxRate = DataRate.FromViewerKilobitsPerSecond(5000);
    private readonly int? _fairSegmentBytes;

    /// <summary>
    /// The least rate to ask for, above zero. 50 viewer kbit/s by default, the least that a viewer's split between channels allows
    /// (Mongoose paper, section II).
    /// </summary>
    [Setting("minKbps", Ini = "MinRateKbps", Option = "--min-rate", Min = 8, Max = 1_000_000, Unit = "kbit/s", Text = "the least rate to ask for")]
    public DataRate MinRate
    {
        get => _minRate;
        init => _minRate = value > DataRate.Zero
            ? value
            : throw new ArgumentOutOfRangeException(nameof(MinRate), value, "allowed: above 0 bit/s");
    }

    /// <summary>
    /// The largest rate to ask for; where it is less than <see cref="MinRate"/>, it is <see cref="MinRate"/>. 5000 viewer kbit/s by
    /// default: what OpenSimulator grants a client unless its operator changes it (640000 bytes per second). It grants no more and logs
    /// each request that is above. The Mongoose paper, section II, has 1500.
    /// </summary>
    [Setting("maxKbps", Ini = "MaxRateKbps", Option = "--max-rate", Min = 8, Max = 1_000_000, Unit = "kbit/s", Text = "the largest rate to ask for")]
    public DataRate MaxRate
    {
        get => DataRate.Max(_maxRate, _minRate);
        init => _maxRate = value;
    }

    /// <summary>
    /// Window tracking is fair to a TCP whose segments carry this many bytes, 64 to 65535. Null: to one whose segments are as large as the
    /// stream's own packets (Mongoose paper, eq. 1), where sizes differ as their root mean square.
    /// </summary>
    [Setting("fairSegmentBytes", Option = "--fair-segment", OrZero = true, Min = MinSegmentBytes, Max = MaxSegmentBytes, Unit = "bytes",
        Text = "`windowTracking` is fair to a TCP with segments of so many bytes; 0: of the stream's own packet size (root mean square)")]
    public int? FairSegmentBytes
    {
        get => _fairSegmentBytes;
        init => _fairSegmentBytes = value is null or (>= MinSegmentBytes and <= MaxSegmentBytes)
            ? value
            : throw new ArgumentOutOfRangeException(nameof(FairSegmentBytes), value,
                $"allowed: {MinSegmentBytes} to {MaxSegmentBytes} bytes");
    }

    /// <summary>Which viewer the controller <c>viewer</c> behaves like.</summary>
    [Setting("viewerPreset", Text = "whose constants `viewer` has")]
    public ViewerPreset ViewerPreset { get; init; } = ViewerPreset.Source;

    /// <summary>
    /// What the user has set: the rate of <c>fixed</c>, the first rate of <c>autoBandwidth</c>, the setting of <c>viewer</c>. Null: 500
    /// viewer kbit/s, or the viewer preset's own default.
    /// </summary>
    [Setting("settingKbps", Ini = "RateKbps", Option = "--rate", OrZero = true, Min = 8, Max = 1_000_000, Unit = "kbit/s",
        Text = "what a user would set: the rate of `fixed`, the setting of `viewer`, the start of `autoBandwidth`; 0: the controller's own default")]
    public DataRate? UserSetting { get; init; }

    /// <summary>Whether the largest rate was chosen below the least.</summary>
    public bool IsReversed => _maxRate < _minRate;

    /// <summary>The rate within [<see cref="MinRate"/>, <see cref="MaxRate"/>].</summary>
    public DataRate Clamp(DataRate rate) => DataRate.Max(MinRate, DataRate.Min(rate, MaxRate));
}
