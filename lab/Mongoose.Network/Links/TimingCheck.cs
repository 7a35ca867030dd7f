using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Links;

/// <summary>The accuracy of timing on this host: no figure of a real run is more accurate than this.</summary>
/// <param name="Timer">How late alarms fire.</param>
/// <param name="Link">The time that the relay, including sockets, adds to a datagram's configured delay.</param>
public sealed record TimingCheck(TimingError Timer, TimingError Link)
{
    private const int Samples = 300;

    private static readonly Duration Interval = Duration.FromMilliseconds(1);
    private static readonly Duration Delay = Duration.FromMilliseconds(5);

    /// <summary>Runs the check, which takes a third of a second.</summary>
    public static TimingCheck Measure()
    {
        using RealTimeLoop loop = new("timing check");
        using ManualResetEventSlim done = new();
        Probe probe = loop.Invoke(() => new Probe(loop, done));
        done.Wait(TimeSpan.FromSeconds(5));
        return loop.Invoke(probe.Finish);
    }

    private sealed class Probe
    {
        private readonly RealTimeLoop _loop;
        private readonly ManualResetEventSlim _done;
        private readonly IDatagramPort _sender;
        private readonly IDatagramPort _receiver;
        private readonly UdpRelay _relay;
        private readonly DelaySamples _timer = new();
        private readonly DelaySamples _link = new();
        private readonly Queue<Instant> _sentAt = new();
        private readonly byte[] _datagram = new byte[1000];
        private Instant _next;
        private int _left = Samples;

        public Probe(RealTimeLoop loop, ManualResetEventSlim done)
        {
            _loop = loop;
            _done = done;
            _receiver = loop.Open(UdpAddress.Loopback());
            _receiver.Received = (_, _) => _link.Add(loop.Now - _sentAt.Dequeue() - Delay);
            _sender = loop.Open(UdpAddress.Loopback());
            _relay = new UdpRelay(loop, loop, _receiver.Address, new LinkOptions { Delay = Delay }, new LinkOptions());
            _next = loop.Now + Interval;
            loop.At(_next, Send);
        }

        public TimingCheck Finish()
        {
            _relay.Dispose();
            _sender.Dispose();
            _receiver.Dispose();
            return new TimingCheck(TimingError.From(_timer), TimingError.From(_link));
        }

        private void Send()
        {
            Instant now = _loop.Now;
            _timer.Add(now - _next);
            _sentAt.Enqueue(now);
            _sender.Send(_relay.Address, _datagram);
            _next = now + Interval;
            if (--_left > 0)
                _loop.At(_next, Send);
            else
                _loop.At(now + Delay * 4, _done.Set);
        }
    }
}
