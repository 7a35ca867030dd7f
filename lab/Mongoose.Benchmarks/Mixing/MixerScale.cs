using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>
/// Memory and processor time of a mixer with 20 peers and 200 voices in talk spurts, in simulated time: 10 peers are clients with 10 voices
/// each, 10 are mixers with a client of 10 voices each.
/// </summary>
internal static class MixerScale
{
    public const int Clients = 10, Neighbours = 10, VoicesEach = 10;

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static int Run(VerbOptions options, TextWriter output)
    {
        int[] minutes = options.Numbers("minutes", 5, 60);
        HostLine.Write(output);
        output.WriteLine("| simulated minute | managed heap | working set | processor time per simulated second | voices that talk "
            + "| alone / mixed towards a mixer |");
        output.WriteLine("|---:|---:|---:|---:|---:|---:|");
        using Simulation simulation = new();
        foreach (int minute in minutes.Distinct().Order())
            Write(output, simulation, minute);
        return ExitCode.Good;
    }

    private static void Write(TextWriter output, Simulation simulation, int minute)
    {
        Duration used = simulation.Used, from = simulation.Elapsed;
        simulation.RunUntil(Duration.FromSeconds(60.0 * minute));
        double perSecond = (simulation.Used - used) / (simulation.Elapsed - from);
        long heap = GC.GetTotalMemory(forceFullCollection: true);
        PeerState towards = simulation.StateOf(Clients);
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {minute} | {heap / 1e6:0.00} MB | {Environment.WorkingSet / 1e6:0.0} MB | {perSecond * 1000:0.0} ms | {simulation.Talking} "
                + $"| {towards.Alone} / {towards.Mixed} |"));
        output.Flush();
    }

    /// <summary>The mixers and their voices.</summary>
    internal sealed class Simulation : IDisposable
    {
        private readonly SimulatedMixer _centre;
        private readonly SimulatedMixer[] _mixers;
        private readonly List<SimulatedVoice> _voices = [];
        private Instant _now = Instant.FromSeconds(1);

        public Simulation()
        {
            PeerOptions[] peers = Enumerable.Range(0, Clients).Select(i => Client($"c{i}"))
                .Concat(Enumerable.Range(0, Neighbours).Select(i => Mixer($"m{i}"))).ToArray();
            _centre = new SimulatedMixer(1, peers, _now);
            _mixers = new SimulatedMixer[1 + Neighbours];
            _mixers[0] = _centre;
            for (int i = 0; i < Neighbours; i++)
            {
                _mixers[i + 1] = new SimulatedMixer((ulong)i + 2, [Client($"n{i}"), Mixer("centre")], _now);
                SimulatedMixer.Connect(_mixers[i + 1], 1, _centre, Clients + i);
                AddVoices(_mixers[i + 1], 0, i);
            }
            for (int i = 0; i < Clients; i++)
                AddVoices(_centre, i, Neighbours + i);
        }

        public Duration Elapsed { get; private set; }

        /// <summary>Processor time of the mixer in the centre.</summary>
        public Duration Used => _centre.Used;

        public int Talking => Enumerable.Range(0, Clients + Neighbours).Sum(peer => StateOf(peer).Heard);

        public PeerState StateOf(int peer) => _centre.Conference.StateOf(peer);

        public void RunUntil(Duration end)
        {
            for (; Elapsed < end; Elapsed += SimulatedMixer.Frame, _now += SimulatedMixer.Frame)
            {
                foreach (SimulatedVoice voice in _voices)
                    voice.Step();
                SimulatedMixer.Step(_mixers, _now);
            }
        }

        public void Dispose()
        {
            _voices.ForEach(voice => voice.Dispose());
            Array.ForEach(_mixers, mixer => mixer.Dispose());
        }

        /// <summary>Talk spurts of 1 to 3 s and pauses of 1.5 to 5 s, different for each voice.</summary>
        private void AddVoices(SimulatedMixer mixer, int peer, int group)
        {
            for (int i = 0; i < VoicesEach; i++)
            {
                int speaker = group * VoicesEach + i;
                Duration talks = Duration.FromSeconds(1 + 2 * (speaker * 0.618 % 1)),
                    pause = Duration.FromSeconds(1.5 + 3.5 * (speaker * 0.414 % 1));
                _voices.Add(new SimulatedVoice(mixer, peer, speaker, AudioFormat.Pcmu, levelExtension: 0, talks, pause));
            }
        }

        private static PeerOptions Client(string name) => new() { Name = name, MaxSources = VoicesEach };

        private static PeerOptions Mixer(string name) => new() { Name = name, Role = PeerRole.Mixer };
    }
}
