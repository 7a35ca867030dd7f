using Mongoose.Core.Units;
using Mongoose.Mixer.Recordings;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Mixers;

/// <summary>
/// The receiving end of plain streams: a client that records them and reports what arrives (RFC 8888). Use it on its scheduler's thread.
/// </summary>
internal sealed class ReceivingClient : IReceivingEnd
{
    private readonly Recorder _recorder;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network of its port.</param>
    /// <param name="local">The address of its port; port 0 chooses a free port.</param>
    /// <param name="way">The address to which the client sends, so that packets reach the mixer.</param>
    /// <param name="profile">The flow's settings.</param>
    /// <param name="seed">The seed of the client's random numbers.</param>
    /// <param name="store">Keeps the received voices.</param>
    /// <param name="received">Called for each datagram that comes over the line.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public ReceivingClient(
        IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress way, MixerProfile profile, int seed, IVoiceStore store,
        DatagramTap received) =>
        _recorder = new Recorder(scheduler, new TappedNetwork(network, sent: null, received), new RecorderOptions
        {
            Name = PersonNames.Listener,
            Local = local,
            To = way,
            Format = profile.Format,
            Seed = seed,
        }, store);

    public Duration Missing => _recorder.Sources.Aggregate(Duration.Zero, (sum, source) => sum + source.Missing);

    /// <summary>Null: a recorder plays nothing.</summary>
    public Duration? PlayoutDelay => null;

    public string? Failure => _recorder.Failure;

    public void Start() => _recorder.Start();

    public void Stop() => _recorder.Stop();

    public void Dispose() => _recorder.Dispose();
}
