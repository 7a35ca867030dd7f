using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Settings;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Server.Configuration;

/// <summary>The [Mongoose] section, read once at start. config/Mongoose.ini.example documents every key.</summary>
internal sealed record MongooseSettings : ISettingRules
{
    public const string Section = "Mongoose";

    private const int WindowLimitKB = 16_384;

    [Setting("Enabled", Text = "use Mongoose for all regions of this simulator")]
    public bool Enabled { get; private init; }

    [Inlined]
    public ShaperOptions Shaping { get; private init; } = ShaperOptions.Default;

    [Setting("MaxCircuitKbps", OrZero = true, Min = 50, Max = 100_000, Unit = "kbit/s",
        Text = "maximum rate of a circuit, instead of `client_throttle_max_bps`, which applies if this is 0")]
    public DataRate? MaxCircuitRate { get; private init; }

    [Setting("MinWindowKB", Min = 16, Max = 4096, Unit = "KB", Text = "unacknowledged data always allowed to a circuit")]
    private int MinWindowKB { get; init; } = Kilobytes(InFlightLimit.Default.MinBytes);

    [Setting("MaxWindowKB", Min = 16, Max = WindowLimitKB, Unit = "KB", Range = "`MinWindowKB` to 16384",
        Text = "maximum unacknowledged data of a circuit, and two packets per KB; raise it with `MaxCircuitKbps` ¹")]
    private int MaxWindowKB { get; init; } = Kilobytes(InFlightLimit.Default.MaxBytes);

    [Setting("WindowSlackMs", Min = 0, Max = 5000, Unit = "ms",
        Text = "window = rate x (round trip + this), from `MinWindowKB` to `MaxWindowKB`")]
    private Duration WindowSlack { get; init; } = InFlightLimit.Default.Slack;

    [Setting("TaskAheadMs", Min = 1, Max = 1000, Unit = "ms",
        Text = "how far ahead object updates become packets, as time at the circuit's rate; queued updates become stale")]
    private Duration TaskAhead { get; init; } = RefillOptions.Task.Ahead;

    [Setting("TextureAheadMs", Min = 1, Max = 1000, Unit = "ms", Text = "how far ahead textures become packets")]
    private Duration TextureAhead { get; init; } = RefillOptions.Texture.Ahead;

    [Inlined]
    private OperatorSettings Operator { get; init; } = new();

    [Inlined]
    public DownloadOptions Downloads { get; private init; } = DownloadOptions.Default;

    [Inlined]
    public StatusOptions Status { get; private init; } = new();

    /// <summary>The options of path control, whether it is enabled or not.</summary>
    public PathControlOptions Path => Operator.Path;

    /// <summary>The sender's options that result from all settings.</summary>
    public SendingOptions Sending { get; private init; } = SendingOptions.Default;

    /// <summary>The service order as written in the INI file.</summary>
    public string OrderName => Sending.Shaping.Order == ServiceOrder.Sparse ? "sparse" : "roundRobin";

    /// <summary>
    /// Reads the section. An invalid value is reported to <paramref name="warn"/> and replaced by its default. An unknown key is reported
    /// and ignored.
    /// </summary>
    /// <param name="keys">The keys of the section.</param>
    /// <param name="text">Returns the text of a key, or null.</param>
    /// <param name="warn">Receives the reports, one line each.</param>
    public static MongooseSettings Read(IEnumerable<string> keys, Func<string, string?> text, Action<string> warn) =>
        new IniSource(Section, keys, text, warn).Read(new MongooseSettings());

    /// <summary>Every key with the value in use, formatted as in the INI file. A password is not shown.</summary>
    public IEnumerable<(string Key, string Value)> Describe() =>
        Setting.Flat(typeof(MongooseSettings), this).Select(pair => (pair.Setting.IniKey, SettingValue.Show(pair.Setting, pair.Value)));

    object ISettingRules.Finish(ISettingReport report)
    {
        if (MaxCircuitRate < Path.MinRate)
            report.Problem(null, "MinCircuitKbps is above MaxCircuitKbps: no circuit gets more than MaxCircuitKbps");
        int maxWindow = report.Has("MaxWindowKB") && MaxWindowKB >= MinWindowKB ? MaxWindowKB
            : Math.Max(MinWindowKB, Kilobytes(InFlightLimit.Default.MaxBytes));
        if (report.Has("MaxWindowKB") && MaxWindowKB < MinWindowKB)
            report.Problem("MaxWindowKB", $"allowed are {MinWindowKB} to {WindowLimitKB} KB; using {maxWindow}");
        ShaperOptions shaping = Shaping with { Lending = Shaping.Lends };
        return this with
        {
            Shaping = shaping,
            MaxWindowKB = maxWindow,
            Sending = Operator.ApplyTo(SendingOptions.Default) with
            {
                Shaping = shaping,
                InFlight = new InFlightLimit(MinWindowKB * 1024, maxWindow * 1024, WindowSlack),
                TaskRefill = RefillOptions.Task with { Ahead = TaskAhead },
                TextureRefill = RefillOptions.Texture with { Ahead = TextureAhead },
                Polling = PollPolicy.OpenSim,
            },
        };
    }

    private static int Kilobytes(long bytes) => (int)(bytes / 1024);
}
