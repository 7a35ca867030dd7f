using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Server.Configuration;

/// <summary>The [Mongoose] section, read once at start. config/Mongoose.ini documents every key.</summary>
internal sealed record MongooseSettings
{
    public const string Section = "Mongoose";

    private static readonly Duration MinAhead = Duration.FromMilliseconds(1), MaxAhead = Duration.FromSeconds(1);

    public bool Enabled { get; private init; }

    /// <summary>Cap on every circuit in place of client_throttle_max_bps; null leaves that in force.</summary>
    public DataRate? MaxCircuitRate { get; private init; }

    /// <summary>How circuits heed their paths, if they do.</summary>
    public PathControlOptions Path { get; private init; } = PathControlOptions.Default;

    public SendingOptions Sending { get; private init; } = SendingOptions.Default with { Polling = PollPolicy.OpenSim };

    /// <summary>
    /// Reads the section; a bad value is reported to <paramref name="warn"/> in one line and its default is used. A key that does not exist is
    /// reported too.
    /// </summary>
    /// <param name="keys">The keys of the section.</param>
    /// <param name="text">A key's text, or null.</param>
    /// <param name="warn">Takes reports, each of one line.</param>
    public static MongooseSettings Read(IEnumerable<string> keys, Func<string, string?> text, Action<string> warn)
    {
        SettingsReader reader = new(Section, text, warn);
        DataRate? cap = reader.IntegerOrNone("MaxCircuitKbps", 50, 100_000) is > 0 and int kbps ? DataRate.FromKilobitsPerSecond(kbps) : null;
        PathControlOptions path = ReadPath(reader);
        if (cap < path.MinRate)
            warn($"[{Section}] MinCircuitKbps is above MaxCircuitKbps: no circuit gets more than MaxCircuitKbps");
        MongooseSettings settings = new()
        {
            Enabled = reader.Boolean("Enabled", false),
            MaxCircuitRate = cap,
            Path = path,
            Sending = SendingOptions.Default with
            {
                Shaping = ReadShaping(reader),
                InFlight = ReadInFlightLimit(reader),
                TaskRefill = RefillOptions.Task with { Ahead = reader.Milliseconds("TaskAheadMs", RefillOptions.Task.Ahead, MinAhead, MaxAhead) },
                TextureRefill = RefillOptions.Texture with { Ahead = reader.Milliseconds("TextureAheadMs", RefillOptions.Texture.Ahead, MinAhead, MaxAhead) },
                PathControl = reader.Boolean("PathControl", true) ? path : null,
                FastResend = reader.Boolean("FastResend", true),
                Polling = PollPolicy.OpenSim,
            },
        };
        reader.WarnOfUnknown(keys);
        return settings;
    }

    /// <summary>Every key with its value in use, as the file writes it.</summary>
    public IEnumerable<(string Key, string Value)> Describe()
    {
        yield return ("Enabled", Text(Enabled));
        yield return ("Order", Sending.Shaping.Order == ServiceOrder.Sparse ? "sparse" : "roundRobin");
        yield return ("Lending", Text(Sending.Shaping.Lends));
        yield return ("BurstMs", Text(Sending.Shaping.Burst));
        yield return ("CriticalBurstMs", Text(Sending.Shaping.CriticalBurst));
        yield return ("MaxCircuitKbps", MaxCircuitRate is { } rate ? SettingsReader.Text(rate.KilobitsPerSecond) : "0");
        yield return ("MinWindowKB", SettingsReader.Text(Kilobytes(Sending.InFlight.MinBytes)));
        yield return ("MaxWindowKB", SettingsReader.Text(Kilobytes(Sending.InFlight.MaxBytes)));
        yield return ("WindowSlackMs", Text(Sending.InFlight.Slack));
        yield return ("TaskAheadMs", Text(Sending.TaskRefill.Ahead));
        yield return ("TextureAheadMs", Text(Sending.TextureRefill.Ahead));
        yield return ("PathControl", Text(Sending.PathControl is not null));
        yield return ("PathDelayMs", Text(Path.MaxDelay));
        yield return ("MinCircuitKbps", SettingsReader.Text(Path.MinRate.KilobitsPerSecond));
        yield return ("FastResend", Text(Sending.FastResend));
    }

    private static ShaperOptions ReadShaping(SettingsReader reader) => new()
    {
        Order = reader.Choice("Order", ServiceOrder.Sparse, ("sparse", ServiceOrder.Sparse), ("roundRobin", ServiceOrder.RoundRobin)),
        Lending = reader.Choice<bool?>("Lending", null, [("auto", null), .. SettingsReader.Booleans<bool?>(true, false)]),
        Burst = reader.Milliseconds("BurstMs", ShaperOptions.Default.Burst, ShaperOptions.MinBurst, ShaperOptions.MaxBurst),
        CriticalBurst = reader.Milliseconds("CriticalBurstMs", ShaperOptions.Default.CriticalBurst, ShaperOptions.MinBurst, ShaperOptions.MaxBurst),
    };

    private static PathControlOptions ReadPath(SettingsReader reader) => new()
    {
        MaxDelay = reader.Milliseconds("PathDelayMs", PathControlOptions.Default.MaxDelay, Duration.FromMilliseconds(20), Duration.FromMilliseconds(500)),
        MinRate = DataRate.FromKilobitsPerSecond(reader.Integer("MinCircuitKbps", (int)PathControlOptions.Default.MinRate.KilobitsPerSecond, 50, 5000)),
    };

    private static InFlightLimit ReadInFlightLimit(SettingsReader reader)
    {
        InFlightLimit defaults = InFlightLimit.Default;
        int min = reader.Integer("MinWindowKB", Kilobytes(defaults.MinBytes), 16, 4096);
        int max = reader.Integer("MaxWindowKB", Math.Max(min, Kilobytes(defaults.MaxBytes)), min, 16_384);
        Duration slack = reader.Milliseconds("WindowSlackMs", defaults.Slack, Duration.Zero, Duration.FromSeconds(5));
        return new InFlightLimit(min * 1024, max * 1024, slack);
    }

    private static int Kilobytes(long bytes) => (int)(bytes / 1024);

    private static string Text(Duration value) => SettingsReader.Text(value.Milliseconds);

    private static string Text(bool value) => value ? "true" : "false";
}
