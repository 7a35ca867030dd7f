using System.Diagnostics;
using System.Text.Json;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>`mongoose-mixer run` with clients of the form `mono`: an encoder for each listener, as in AudioBridge.</summary>
internal sealed class MixerProcess : IVoiceServer
{
    private readonly Process _process;
    private readonly int[] _ports;

    private MixerProcess(Process process, int[] ports) => (_process, _ports) = (process, ports);

    public int ProcessId => _process.Id;

    /// <param name="folder">A temporary folder, for the mixer's settings.</param>
    /// <param name="participants">The participants' addresses.</param>
    /// <param name="ports">Free ports for the mixer, one per participant.</param>
    /// <param name="format">The format that participants send and receive.</param>
    /// <param name="sourcesEach">Voices of each participant.</param>
    public static MixerProcess Start(string folder, UdpAddress[] participants, int[] ports, AudioFormat format, int sourcesEach = 1)
    {
        string settings = Path.Combine(folder, $"mixer-{ports[0]}.json");
        File.WriteAllText(settings, JsonSerializer.Serialize(new
        {
            name = "bench",
            peers = ports.Select((port, i) => new
            {
                name = $"p{i}",
                port,
                address = participants[i].ToString(),
                codec = format.ToString(),
                payloadType = PayloadTypes.Of(format),
                bitRate = AudioBridge.BitRate,
                complexity = AudioBridge.Complexity,
                maxSources = sourcesEach,
            }),
        }));
        ProcessStartInfo start = new(Path.Combine(AppContext.BaseDirectory, "mongoose-mixer"), ["run", settings, "--quiet"])
        {
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
        };
        // Measured as a user starts it, whatever this process was started with.
        start.Environment.Remove("DOTNET_TieredCompilation");
        return new MixerProcess(Process.Start(start)!, ports);
    }

    public UdpAddress PlaceOf(int participant) => UdpAddress.Loopback(_ports[participant]);

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
