using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>The lateness of the frames of a running mixer with 20 clients of 10 voices each, as its clients see it on loopback.</summary>
internal static class MixerLateness
{
    private const int Clients = 20, VoicesEach = 10;
    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static int Run(VerbOptions options, TextWriter output)
    {
        using Interruption interruption = new();
        using TemporaryFolder folder = new();
        int seconds = options.Number("seconds", 60);
        HostLine.Write(output);
        using RealTimeLoop loop = new("clients");
        int[] free = FreeUdpPorts.Take(2 * Clients);
        UdpAddress[] ports = free[..Clients].Select(UdpAddress.Loopback).ToArray();
        using MixerProcess mixer = MixerProcess.Start(folder.Path, ports, free[Clients..], AudioFormat.Pcmu, VoicesEach);
        (TalkerPort[] talkers, Listener[] listeners) = loop.Invoke(() => Begin(loop, ports, mixer));
        Pause.Seconds(6, interruption.Token);
        double used = loop.Invoke(() =>
        {
            Array.ForEach(listeners, listener => listener.Packets.Clear());
            return ProcessTime.Of(mixer.ProcessId);
        });
        Pause.Seconds(seconds, interruption.Token);
        used = ProcessTime.Of(mixer.ProcessId) - used;
        loop.Invoke(() => Write(output, listeners, used / seconds, seconds));
        loop.Invoke(() => Array.ForEach(talkers, talker => talker.Dispose()));
        return ExitCode.Good;
    }

    private static (TalkerPort[], Listener[]) Begin(RealTimeLoop loop, UdpAddress[] ports, MixerProcess mixer)
    {
        TappedPorts tap = new(loop);
        TalkerPort[] talkers = ports.Select((port, i) => new TalkerPort(loop, tap, port, mixer.PlaceOf(i))).ToArray();
        for (int voice = 0; voice < Clients * VoicesEach; voice++)
        {
            talkers[voice / VoicesEach].Add(
                VoiceLike.Speak(voice, Duration.FromSeconds(1 + 2 * (voice * 0.618 % 1)), AudioFormat.Pcmu.SampleRate), new TalkerOptions
                {
                    Name = $"v{voice}",
                    IsLooping = true,
                    SkipsSilence = true,
                    Pause = Duration.FromSeconds(1.5 + 3.5 * (voice * 0.414 % 1)),
                    StartsAfter = Duration.FromMilliseconds(voice * 7 % 1000),
                    Seed = voice,
                }).Start();
        }
        return (talkers, tap.Listeners.ToArray());
    }

    private static void Write(TextWriter output, Listener[] listeners, double cores, int seconds)
    {
        double[] late = listeners.SelectMany(listener => Arrivals.Lateness(listener.Packets, Frame)).Select(time => time.Milliseconds)
            .Order().ToArray();
        output.WriteLine("| voices, clients | mixer process | packets received | late p50 | p99 | most |");
        output.WriteLine("|---:|---:|---:|---:|---:|---:|");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {Clients * VoicesEach}, {Clients} | {cores * 100:0.0} % of a core "
                + $"| {late.Length * 100.0 / (Clients * seconds * 50):0.0} % | {Percentiles.Of<double>(late, 0.5):0.00} ms "
                + $"| {Percentiles.Of<double>(late, 0.99):0.00} ms | {Percentiles.Of<double>(late, 1):0.0} ms |"));
    }

    /// <summary>When packets came to a port.</summary>
    private sealed class Listener
    {
        public List<(ushort Number, Instant At)> Packets { get; } = [];
    }

    /// <summary>Ports that also note the arrivals of RTP packets.</summary>
    private sealed class TappedPorts(RealTimeLoop loop) : INetwork
    {
        public List<Listener> Listeners { get; } = [];

        public IDatagramPort Open(UdpAddress address)
        {
            Listener listener = new();
            Listeners.Add(listener);
            return new Tap(loop, loop.Open(address), listener);
        }
    }

    private sealed class Tap : IDatagramPort
    {
        private readonly IDatagramPort _port;

        public Tap(RealTimeLoop loop, IDatagramPort port, Listener listener)
        {
            _port = port;
            _port.Received = (from, datagram) =>
            {
                if (!RtcpPacket.IsRtcp(datagram) && RtpPacket.TryRead(datagram, out RtpPacket packet))
                    listener.Packets.Add((packet.Header.Number, loop.Now));
                Received?.Invoke(from, datagram);
            };
        }

        public UdpAddress Address => _port.Address;

        public DatagramHandler? Received { get; set; }

        public void Send(UdpAddress to, ReadOnlySpan<byte> datagram) => _port.Send(to, datagram);

        public void Dispose() => _port.Dispose();
    }
}
