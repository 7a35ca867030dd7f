using System.Globalization;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>
/// The delay of a server: from the moment when a packet with a burst of noise is sent until that burst begins in the audio that a listener
/// without a playout buffer receives. AudioBridge and the mixer alternate; each round has another phase between the talker's packets and
/// the server's frames.
/// </summary>
internal static class MixerDelay
{
    /// <summary>The time before the measurement: the runtime compiles, and then the buffers forget the delays of the compilation.</summary>
    private const int WarmUpSeconds = 15;

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static int Run(VerbOptions options, TextWriter output)
    {
        using Interruption interruption = new();
        using TemporaryFolder folder = new();
        int seconds = options.Number("seconds", 15), rounds = options.Number("rounds", 4);
        HostLine.Write(output);
        output.WriteLine($"{rounds} rounds of {seconds} s each, {WarmUpSeconds} s after the start, "
            + $"a burst every {BurstParticipant.BurstInterval}.");
        output.WriteLine();
        output.WriteLine("| codec | server | bursts heard | p50 | p95 | p99 | median of the rounds |");
        output.WriteLine("|---|---|---:|---:|---:|---:|---:|");
        foreach (AudioFormat format in (AudioFormat[])[AudioFormat.Pcmu, AudioFormat.Opus])
        {
            List<double[]> theirs = [], ours = [];
            for (int round = 0; round < rounds; round++)
            {
                theirs.Add(Measure((ports, _, codec) => AudioBridge.Start(folder.Path, ports, codec), format, seconds, interruption.Token));
                ours.Add(Measure((ports, own, codec) => MixerProcess.Start(folder.Path, ports, own, codec), format, seconds,
                    interruption.Token));
            }
            Write(output, format, "AudioBridge", seconds, theirs);
            Write(output, format, "mongoose-mixer", seconds, ours);
        }
        return ExitCode.Good;
    }

    private static void Write(TextWriter output, AudioFormat format, string server, int seconds, List<double[]> rounds)
    {
        double[] all = rounds.SelectMany(round => round).Order().ToArray();
        double sent = rounds.Count * Math.Floor(seconds / BurstParticipant.BurstInterval.Seconds);
        Spread medians = Spread.Of(rounds.Select(round => Percentiles.Of<double>(round.Order().ToArray(), 0.5)));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {format} | {server} | {all.Length} of {sent} | {Percentiles.Of<double>(all, 0.5):0} ms "
                + $"| {Percentiles.Of<double>(all, 0.95):0} ms | {Percentiles.Of<double>(all, 0.99):0} ms | {medians.ToText("0")} ms |"));
        output.Flush();
    }

    private static double[] Measure(VoiceServerStart start, AudioFormat format, int seconds, CancellationToken interruption)
    {
        using RealTimeLoop loop = new("participants");
        int[] free = FreeUdpPorts.Take(4);
        UdpAddress[] ports = free[..2].Select(UdpAddress.Loopback).ToArray();
        using IVoiceServer server = start(ports, free[2..], format);
        BurstParticipant[] participants = loop.Invoke(() =>
            ports.Select((port, i) => new BurstParticipant(loop, loop, port, server.PlaceOf(i), format, isSpeaker: i == 0)).ToArray());
        loop.Invoke(() => Array.ForEach(participants, participant => participant.Start()));
        Pause.Seconds(WarmUpSeconds, interruption);
        loop.Invoke(() => Array.ForEach(participants, participant => Clear(participant)));
        Pause.Seconds(seconds, interruption);
        return loop.Invoke(() =>
        {
            double[] delays = Arrivals.Delays(participants[0].Sent, participants[1].Heard).Select(delay => delay.Milliseconds).ToArray();
            Array.ForEach(participants, participant => participant.Dispose());
            return delays;
        });
    }

    private static void Clear(BurstParticipant participant)
    {
        if (participant.Sent.Count > 0)
            participant.Sent.RemoveRange(0, participant.Sent.Count - 1);
        participant.Heard.Clear();
    }
}
