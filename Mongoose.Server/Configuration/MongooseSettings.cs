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

    /// <summary>Unacknowledged bytes that a circuit may always have, and may have at most.</summary>
    public int MinWindowBytes { get; private init; } = 64 * 1024;

    /// <inheritdoc cref="MinWindowBytes"/>
    public int MaxWindowBytes { get; private init; } = 1024 * 1024;

    /// <summary>Time beyond a round trip for which a circuit may send unacknowledged.</summary>
    public Duration WindowSlack { get; private init; } = Duration.FromMilliseconds(500);

    /// <summary>Entity updates made into packets ahead of their sending, as time at the circuit's rate.</summary>
    public Duration TaskAhead { get; private init; } = Duration.FromMilliseconds(5);

    /// <summary>The same for textures, which do not age.</summary>
    public Duration TextureAhead { get; private init; } = Duration.FromMilliseconds(30);

    /// <summary>Reads the section, a key's text (or null) at a time; a bad value is reported to <paramref name="warn"/> in one line and its default is used.</summary>
    public static MongooseSettings Read(Func<string, string?> text, Action<string> warn)
    {
        SettingsReader reader = new(Section, text, warn);
        MongooseSettings defaults = new();
        int minWindow = reader.Whole("MinWindowKB", defaults.MinWindowBytes / 1024, 16, 4096);
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
            MinWindowBytes = minWindow * 1024,
            MaxWindowBytes = reader.Whole("MaxWindowKB", Math.Max(minWindow, defaults.MaxWindowBytes / 1024), minWindow, 16_384) * 1024,
            WindowSlack = reader.Milliseconds("WindowSlackMs", defaults.WindowSlack, Duration.Zero, Duration.FromSeconds(5)),
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
        yield return ("MinWindowKB", SettingsReader.Text(MinWindowBytes / 1024));
        yield return ("MaxWindowKB", SettingsReader.Text(MaxWindowBytes / 1024));
        yield return ("WindowSlackMs", Text(WindowSlack));
        yield return ("TaskAheadMs", Text(TaskAhead));
        yield return ("TextureAheadMs", Text(TextureAhead));
    }

    private static string Text(Duration value) => SettingsReader.Text(value.Milliseconds);
}
