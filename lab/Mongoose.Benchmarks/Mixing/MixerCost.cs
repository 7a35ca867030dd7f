using System.Diagnostics;
using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>
/// Processor time of Janus' AudioBridge and of mongoose-mixer with the same participants: Opus at 48 kHz, all talk, each hears all others.
/// The two alternate in short slices, so that other load on the machine affects both.
/// </summary>
internal static class MixerCost
{
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static int Run(VerbOptions options, TextWriter output)
    {
        using Interruption interruption = new();
        using TemporaryFolder folder = new();
        int seconds = options.Number("seconds", 8), rounds = options.Number("rounds", 3);
        HostLine.Write(output);
        output.WriteLine($"Processor time of the process, in percent of a core: median of {rounds} slices of {seconds} s (least to most).");
        output.WriteLine();
        output.WriteLine(
            "| participants | AudioBridge | mongoose-mixer | ratio | each of AudioBridge | each of the mixer "
                + "| packets received, AudioBridge / mixer |");
        output.WriteLine("|---:|---:|---:|---:|---:|---:|---:|");
        foreach (int participants in options.Numbers("participants", 10, 30, 60))
        {
            List<Slice> theirs = [], ours = [];
            for (int round = 0; round < rounds; round++)
            {
                theirs.Add(Measure((ports, _, format) => AudioBridge.Start(folder.Path, ports, format), participants, seconds,
                    interruption.Token));
                ours.Add(Measure((ports, own, format) => MixerProcess.Start(folder.Path, ports, own, format), participants, seconds,
                    interruption.Token));
            }
            Write(output, participants, theirs, ours);
        }
        return ExitCode.Good;
    }

    /// <summary>The missing requirement of this host; null if the measurement can run.</summary>
    public static string? Missing => !JanusServer.IsInstalled ? JanusServer.HowToInstall : null;

    private static void Write(TextWriter output, int participants, List<Slice> theirs, List<Slice> ours)
    {
        Spread ratio = Spread.Of(theirs.Zip(ours, (their, our) => our.Cores / their.Cores));
        Spread their = Spread.Of(theirs.Select(slice => slice.Cores * 100)), our = Spread.Of(ours.Select(slice => slice.Cores * 100));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {participants} | {their.ToText("0.0")} % | {our.ToText("0.0")} % "
                + $"| {ratio.ToText("0.00")} | {their.Median / participants:0.00} % | {our.Median / participants:0.00} % "
                + $"| {theirs.Average(slice => slice.Received) * 100:0.0} / {ours.Average(slice => slice.Received) * 100:0.0} % |"));
        output.Flush();
    }

    private static Slice Measure(VoiceServerStart start, int participants, int seconds, CancellationToken interruption)
    {
        using RealTimeLoop loop = new("participants");
        int[] free = FreeUdpPorts.Take(2 * participants);
        UdpAddress[] ports = free[..participants].Select(UdpAddress.Loopback).ToArray();
        using IVoiceServer server = start(ports, free[participants..], AudioFormat.Opus);
        TalkerPort[] talkers = loop.Invoke(() => ports.Select((port, i) => new TalkerPort(loop, loop, port, server.PlaceOf(i))).ToArray());
        loop.Invoke(() => Begin(talkers));
        Pause.Seconds(6, interruption); // The runtime of the mixer compiles its hot loops, and the buffers fill.

        long time = Stopwatch.GetTimestamp();
        (double cpu, long packets) = (ProcessTime.Of(server.ProcessId), Received(loop, talkers));
        Pause.Seconds(seconds, interruption);
        double elapsed = Stopwatch.GetElapsedTime(time).TotalSeconds;
        (cpu, packets) = (ProcessTime.Of(server.ProcessId) - cpu, Received(loop, talkers) - packets);
        loop.Invoke(() => Array.ForEach(talkers, talker => talker.Dispose()));
        return new Slice(cpu / elapsed, packets / (elapsed * 50 * participants));
    }

    private static long Received(RealTimeLoop loop, TalkerPort[] talkers) =>
        loop.Invoke(() => talkers.Sum(talker => talker.ReturnedPackets));

    private static void Begin(TalkerPort[] ports)
    {
        for (int i = 0; i < ports.Length; i++)
        {
            ports[i].Add(VoiceLike.Speak(i, Duration.FromSeconds(3), AudioFormat.Opus.SampleRate), new TalkerOptions
            {
                Name = $"p{i}",
                Format = AudioFormat.Opus,
                IsLooping = true,
                // Cheap for this process; a decoder's work hardly depends on the complexity.
                Opus = new OpusOptions(AudioBridge.BitRate, Complexity: 0),
                StartsAfter = Duration.FromMilliseconds(20.0 * i / ports.Length),
                Seed = i,
            }).Start();
        }
    }

    /// <summary>A slice of time.</summary>
    /// <param name="Cores">Processor time divided by elapsed time.</param>
    /// <param name="Received">RTP packets that the participants received, as a fraction of one per participant and frame.</param>
    private readonly record struct Slice(double Cores, double Received);
}
