using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Server.Configuration;

/// <summary>The [Mongoose] section, read once at start. config/Mongoose.ini documents every key.</summary>
internal sealed record MongooseSettings
{
    public const string Section = "Mongoose";

    public bool Enabled { get; private init; }

    public ShaperOptions Shaping { get; private init; } = ShaperOptions.Default;

    /// <summary>Cap on every circuit in place of client_throttle_max_bps; null leaves that in force.</summary>
    public DataRate? MaxCircuitRate { get; private init; }

    /// <summary>What a circuit may have unacknowledged.</summary>
    public UnackedLimit Window { get; private init; } = UnackedLimit.Default;

    /// <summary>Entity updates made into packets ahead of their sending, as time at the circuit's rate.</summary>
    public Duration TaskAhead { get; private init; } = Duration.FromMilliseconds(5);

    /// <summary>The same for textures, which do not age.</summary>
    public Duration TextureAhead { get; private init; } = Duration.FromMilliseconds(30);

    /// <summary>Reads the section, a key's text (or null) at a time; a bad value is reported to <paramref name="warn"/> in one line and its default is used.</summary>
    public static MongooseSettings Read(Func<string, string?> text, Action<string> warn)
    {
        SettingsReader reader = new(Section, text, warn);
        MongooseSettings defaults = new();
        int minWindow = reader.Whole("MinWindowKB", Kilobytes(defaults.Window.MinBytes), 16, 4096);
        int maxKbps = reader.WholeOrNone("MaxCircuitKbps", 50, 100_000);
        return new MongooseSettings
        {
            Enabled = reader.Flag("Enabled", false),
            Shaping = new ShaperOptions
            {
                Order = reader.Choice("Order", ServiceOrder.Sparse, ("sparse", ServiceOrder.Sparse), ("roundRobin", ServiceOrder.RoundRobin)),
                Lending = reader.Choice<bool?>("Lending", null, ("auto", null), ("true", true), ("false", false)),
                Burst = reader.Milliseconds("BurstMs", ShaperOptions.Default.Burst, ShaperOptions.MinBurst, ShaperOptions.MaxBurst),
                CriticalBurst = reader.Milliseconds("CriticalBurstMs", ShaperOptions.Default.CriticalBurst, ShaperOptions.MinBurst, ShaperOptions.MaxBurst),
            },
            MaxCircuitRate = maxKbps == 0 ? null : DataRate.FromKilobitsPerSecond(maxKbps),
            Window = new UnackedLimit(
                minWindow * 1024,
                reader.Whole("MaxWindowKB", Math.Max(minWindow, Kilobytes(defaults.Window.MaxBytes)), minWindow, 16_384) * 1024,
                reader.Milliseconds("WindowSlackMs", defaults.Window.Slack, Duration.Zero, Duration.FromSeconds(5))),
            TaskAhead = reader.Milliseconds("TaskAheadMs", defaults.TaskAhead, Duration.FromMilliseconds(1), Duration.FromSeconds(1)),
            TextureAhead = reader.Milliseconds("TextureAheadMs", defaults.TextureAhead, Duration.FromMilliseconds(1), Duration.FromSeconds(1)),
        };
    }

    /// <summary>Every key with its value in use, as the file writes it.</summary>
    public IEnumerable<(string Key, string Value)> Describe()
    {
        yield return ("Enabled", Enabled ? "true" : "false");
        yield return ("Order", Shaping.Order == ServiceOrder.Sparse ? "sparse" : "roundRobin");
        yield return ("Lending", Shaping.Lends ? "true" : "false");
        yield return ("BurstMs", Text(Shaping.Burst));
        yield return ("CriticalBurstMs", Text(Shaping.CriticalBurst));
        yield return ("MaxCircuitKbps", MaxCircuitRate is { } rate ? SettingsReader.Text(rate.KilobitsPerSecond) : "0");
        yield return ("MinWindowKB", SettingsReader.Text(Kilobytes(Window.MinBytes)));
        yield return ("MaxWindowKB", SettingsReader.Text(Kilobytes(Window.MaxBytes)));
        yield return ("WindowSlackMs", Text(Window.Slack));
        yield return ("TaskAheadMs", Text(TaskAhead));
        yield return ("TextureAheadMs", Text(TextureAhead));
    }

    private static int Kilobytes(long bytes) => (int)(bytes / 1024);

    private static string Text(Duration value) => SettingsReader.Text(value.Milliseconds);
}
