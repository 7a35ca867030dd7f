using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>
/// The processor time of passing voices on to a trunk, and of mixing them into it, in simulated time on one thread. The time of a mixer
/// without voices is subtracted.
/// </summary>
internal static class ForwardingCost
{
    private const int WarmUpFrames = 500, Frames = 4000, LevelExtension = 1;

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static int Run(VerbOptions options, TextWriter output)
    {
        int streams = options.Number("streams", 8), rounds = options.Number("rounds", 5);
        if (streams < 2)
            throw new FormatException($"--streams {streams}: allowed are 2 and more, because a single voice is never mixed");
        HostLine.Write(output);
        output.WriteLine($"Processor time per voice and frame of 20 ms with {streams} voices: median of {rounds} rounds (least to most).");
        output.WriteLine();
        output.WriteLine("| codec | from | forwarded | mixed | mixed / forwarded |");
        output.WriteLine("|---|---|---:|---:|---:|");
        foreach (AudioFormat format in (AudioFormat[])[AudioFormat.Opus, AudioFormat.Pcmu])
        {
            foreach (PeerRole from in (PeerRole[])[PeerRole.Mixer, PeerRole.Client])
                Write(output, format, from, streams, rounds);
        }
        return ExitCode.Good;
    }

    private static void Write(TextWriter output, AudioFormat format, PeerRole from, int streams, int rounds)
    {
        List<double> forwarded = [], mixed = [], ratios = [];
        Measure(format, from, streams, streams); // The compiler's time must not count.
        Measure(format, from, streams, 1);
        for (int round = 0; round < rounds; round++)
        {
            double idle = Measure(format, from, 0, streams);
            forwarded.Add((Measure(format, from, streams, streams) - idle) / streams);
            mixed.Add((Measure(format, from, streams, 1) - idle) / streams);
            ratios.Add(mixed[^1] / forwarded[^1]);
        }
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {format} | {(from == PeerRole.Mixer ? "trunk" : "client with levels")} | {Spread.Of(forwarded).ToText("0.00")} µs "
                + $"| {Spread.Of(mixed).ToText("0.00")} µs | {Spread.Of(ratios).ToText("0.0")} |"));
        output.Flush();
    }

    /// <summary>Processor time of a mixer per frame, in µs.</summary>
    /// <param name="format">The format of the voices and of the trunks.</param>
    /// <param name="from">The source of the voices.</param>
    /// <param name="streams">The streams that the mixer may send to the trunk.</param>
    public static double Measure(AudioFormat format, PeerRole from, int voices, int streams)
    {
        Instant now = Instant.FromSeconds(1);
        PeerOptions clients = new() { Name = "clients", Codec = format.ToString(), MaxSources = 1000, LevelExtension = LevelExtension };
        using SimulatedMixer far = new(1, [clients, Trunk(format, 1000)], now);
        using SimulatedMixer measured = new(2, [from == PeerRole.Mixer ? Trunk(format, 1000) : clients, Trunk(format, streams)], now);
        using SimulatedMixer next = new(3, [Trunk(format, 1000)], now);
        if (from == PeerRole.Mixer)
            SimulatedMixer.Connect(far, 1, measured, 0);
        SimulatedMixer.Connect(measured, 1, next, 0);
        SimulatedVoice[] talkers = Enumerable.Range(0, voices).Select(i =>
            new SimulatedVoice(from == PeerRole.Mixer ? far : measured, 0, i, format, LevelExtension, Duration.FromSeconds(3),
                Duration.Zero)).ToArray();
        Duration before = default;
        for (int frame = 0; frame < WarmUpFrames + Frames; frame++, now += SimulatedMixer.Frame)
        {
            if (frame == WarmUpFrames)
                before = measured.Used;
            foreach (SimulatedVoice talker in talkers)
                talker.Step();
            SimulatedMixer.Step([far, measured, next], now);
        }
        Check(measured.Conference.StateOf(1), voices, streams);
        Array.ForEach(talkers, talker => talker.Dispose());
        return (measured.Used - before).Milliseconds * 1000 / Frames;
    }

    private static void Check(in PeerState trunk, int voices, int streams)
    {
        (int alone, int mixed) = streams >= voices ? (voices, 0) : (streams - 1, voices - streams + 1);
        if ((trunk.Alone, trunk.Mixed) != (alone, mixed))
            throw new IOException($"{trunk.Alone} voices were alone and {trunk.Mixed} mixed instead of {alone} and {mixed}");
    }

    private static PeerOptions Trunk(AudioFormat format, int streams) => new()
    {
        Name = "trunk",
        Role = PeerRole.Mixer,
        Codec = format.ToString(),
        BitRate = AudioBridge.BitRate,
        Complexity = AudioBridge.Complexity,
        Rule = MixingRules.Fixed,
        MaxStreams = streams,
    };
}
