using BenchmarkDotNet.Attributes;
using Mongoose.Core.Units;
using Mongoose.Verse.Connection;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is one value of 16 bytes from <c>Set</c> at the sender to <c>Changed</c> at the receiver, with its share of packets and
/// acknowledgments of both ends, in one thread. A frame sets <see cref="Keys"/> values, and lasts 10 ms of simulated time. With losses, a
/// value whose key is set again before its repetition does not arrive.
/// </summary>
public class VerseBenchmarks : IValueReceiver
{
    private const int Keys = 1000, Frames = 100;
    private static readonly Duration Frame = Duration.FromMilliseconds(10);
    private readonly byte[] _datagram = new byte[1452], _value = new byte[16];
    private VerseConnection _sender = null!, _receiver = null!;
    private Instant _now;
    private int _packets;
    private long _changes, _sets;

    /// <summary>The interval between lost packets, in packets; 0: no loss.</summary>
    [Params(0, 20)]
    public int LoseEvery { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        VerseListener listener = new(VerseOptions.Default, 2);
        byte[] answer = new byte[1452];
        _now = Instant.Zero;
        _sender = VerseConnection.Connect(VerseOptions.Default, 1, _now);
        int length = _sender.TryMakePacket(_now, _datagram);
        listener.Receive(_datagram.AsSpan(0, length), [1], _now, answer, out int answerBytes);
        _sender.Receive(answer.AsSpan(0, answerBytes), _now);
        length = _sender.TryMakePacket(_now, _datagram);
        _receiver = listener.Receive(_datagram.AsSpan(0, length), [1], _now, answer, out _)!;
        _receiver.Receiver = this;
        Exchange();
    }

    [Benchmark(OperationsPerInvoke = Keys * Frames)]
    public long Value()
    {
        for (int frame = 0; frame < Frames; frame++)
        {
            for (ulong key = 0; key < Keys; key++)
                _sender.Set(key, _value);
            _sets += Keys;
            // A millisecond per exchange: pacing spreads the frame's packets.
            for (int i = 0; i < 10; i++)
            {
                _now += Frame / 10;
                Exchange();
            }
        }
        return _changes;
    }

    /// <exception cref="InvalidOperationException">
    /// Values were replaced before they were sent, or missing without losses: the figures would be too low.
    /// </exception>
    [GlobalCleanup]
    public void Check()
    {
        if (_sender.Counters.ValuesReplaced > 0 || LoseEvery == 0 && _changes != _sets)
            throw new InvalidOperationException($"{_sets} values set, {_changes} changed, {_sender.Counters.ValuesReplaced} replaced");
    }

    private void Exchange()
    {
        for (int length; (length = _sender.TryMakePacket(_now, _datagram)) > 0;)
        {
            if (LoseEvery == 0 || ++_packets % LoseEvery != 0)
                _receiver.Receive(_datagram.AsSpan(0, length), _now);
        }
        for (int length; (length = _receiver.TryMakePacket(_now, _datagram)) > 0;)
            _sender.Receive(_datagram.AsSpan(0, length), _now);
    }

    void IValueReceiver.Changed(ulong key, ReadOnlySpan<byte> value) => _changes++;

    void IValueReceiver.Removed(ulong key) => _changes++;
}
