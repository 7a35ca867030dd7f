using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Settings;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Server.Configuration;

/// <summary>The [Mongoose] section, read once at start. config/Mongoose.ini documents every key.</summary>
internal sealed record MongooseSettings : ISettingRules
{
    public const string Section = "Mongoose";

    private const int MostWindowKB = 16_384;

    [Setting("Enabled", Text = "Mongoose serves the regions of this simulator")]
    public bool Enabled { get; private init; }

    [Inlined]
    public ShaperOptions Shaping { get; private init; } = ShaperOptions.Default;

    [Setting("MaxCircuitKbps", OrZero = true, Min = 50, Max = 100_000, Unit = "kbit/s",
        Text = "the most a circuit may get, in place of `client_throttle_max_bps`; 0 leaves that in force")]
    public DataRate? MaxCircuitRate { get; private init; }

    [Setting("MinWindowKB", Min = 16, Max = 4096, Unit = "KB", Text = "what a circuit may always have unacknowledged")]
    private int MinWindowKB { get; init; } = Kilobytes(InFlightLimit.Default.MinBytes);

    [Setting("MaxWindowKB", Min = 16, Max = MostWindowKB, Unit = "KB", Range = "`MinWindowKB` to 16384",
        Text = "the most it may have unacknowledged, and two packets per KB. Raise it with `MaxCircuitKbps` ¹")]
    private int MaxWindowKB { get; init; } = Kilobytes(InFlightLimit.Default.MaxBytes);

    [Setting("WindowSlackMs", Min = 0, Max = 5000, Unit = "ms", Text = "between the two: window = rate x (round trip + this)")]
    private Duration WindowSlack { get; init; } = InFlightLimit.Default.Slack;

    [Setting("TaskAheadMs", Min = 1, Max = 1000, Unit = "ms",
        Text = "how far ahead object updates are made into packets, as time at the circuit's rate; they become stale in the queue")]
    private Duration TaskAhead { get; init; } = RefillOptions.Task.Ahead;

    [Setting("TextureAheadMs", Min = 1, Max = 1000, Unit = "ms", Text = "the same for textures")]
    private Duration TextureAhead { get; init; } = RefillOptions.Texture.Ahead;

    [Inlined]
    private OperatorSettings Operator { get; init; } = new();

    /// <summary>How circuits heed their paths, if they do.</summary>
    public PathControlOptions Path => Operator.Path;

    /// <summary>What all that comes to.</summary>
    public SendingOptions Sending { get; private init; } = SendingOptions.Default;

    /// <summary>
    /// Reads the section; a bad value is reported to <paramref name="warn"/> in one line and its default is used. A key that does not exist is
    /// reported too.
    /// </summary>
    /// <param name="keys">The keys of the section.</param>
    /// <param name="text">A key's text, or null.</param>
    /// <param name="warn">Takes reports, each of one line.</param>
    public static MongooseSettings Read(IEnumerable<string> keys, Func<string, string?> text, Action<string> warn) =>
        new IniSource(Section, keys, text, warn).Read(new MongooseSettings());

    /// <summary>Every key with its value in use, as the file writes it.</summary>
    public IEnumerable<(string Key, string Value)> Describe() =>
        Setting.Flat(typeof(MongooseSettings), this).Select(pair => (pair.Setting.IniKey, SettingValue.Show(pair.Setting, pair.Value)));

    object ISettingRules.Finish(ISettingReport report)
    {
        if (MaxCircuitRate < Path.MinRate)
            report.Problem(null, "MinCircuitKbps is above MaxCircuitKbps: no circuit gets more than MaxCircuitKbps");
        int largest = report.Has("MaxWindowKB") && MaxWindowKB >= MinWindowKB ? MaxWindowKB
            : Math.Max(MinWindowKB, Kilobytes(InFlightLimit.Default.MaxBytes));
        if (report.Has("MaxWindowKB") && MaxWindowKB < MinWindowKB)
            report.Problem("MaxWindowKB", $"allowed are {MinWindowKB} to {MostWindowKB} KB; using {largest}");
        ShaperOptions shaping = Shaping with { Lending = Shaping.Lends };
        return this with
        {
            Shaping = shaping,
            MaxWindowKB = largest,
            Sending = Operator.ApplyTo(SendingOptions.Default) with
            {
                Shaping = shaping,
                InFlight = new InFlightLimit(MinWindowKB * 1024, largest * 1024, WindowSlack),
                TaskRefill = RefillOptions.Task with { Ahead = TaskAhead },
                TextureRefill = RefillOptions.Texture with { Ahead = TextureAhead },
                Polling = PollPolicy.OpenSim,
            },
        };
    }

    private static int Kilobytes(long bytes) => (int)(bytes / 1024);
}
