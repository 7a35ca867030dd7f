using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Numerics;
using Mongoose.Testbed.Packets;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Tcp;
using Mongoose.Testbed.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>A simulated TCP connection in a run. Data goes down; of requests and responses, the responses.</summary>
internal sealed class SimulatedTcpFlow : IFlow
{
    private static readonly Duration CwndInterval = Duration.FromMilliseconds(100);

    private readonly IScheduler _scheduler;
    private readonly TcpFlowOptions _options;
    private readonly SeededRandom _random;
    private readonly FlowRecord _record;
    private readonly TcpFlow _data;
    private readonly TcpFlow? _requests;
    private readonly List<double> _cwndAt = [];
    private readonly List<double> _cwnd = [];
    private RequestResponse? _exchanges;
    private BulkTransfer? _bulk;
    private bool _stopped;

    /// <param name="scheduler">Its clock.</param>
    /// <param name="options">Of the connection.</param>
    /// <param name="key">Of the data.</param>
    /// <param name="down">The links towards the receiver.</param>
    /// <param name="up">The links back.</param>
    /// <param name="random">A stream for it alone.</param>
    /// <param name="record">Of this flow.</param>
    public SimulatedTcpFlow(IScheduler scheduler, TcpFlowOptions options, FlowKey key,
        IEnumerable<IPacketReceiver> down, IEnumerable<IPacketReceiver> up, SeededRandom random, FlowRecord record)
    {
        (_scheduler, _options, _random, _record) = (scheduler, options, random, record);
        PacketPool<TcpPacket> packets = TcpPacket.NewPool();
        Duplex paths = new(down.ToArray(), up.ToArray());
        TcpOptions tcp = TcpOf(options);
        _data = paths.Connect(scheduler, tcp with { Handshake = options.Application is not RequestResponseApplication }, key, reversed: false, packets);
        if (options.Application is RequestResponseApplication)
            _requests = paths.Connect(scheduler, tcp, new FlowKey(key.Destination, key.Source, FlowKey.Tcp), reversed: true, packets);
        _data.Source.RoundTripMeasured = time => record.RoundTrip(scheduler.Now - Instant.Zero, time);
    }

    public void Start()
    {
        Instant now = _scheduler.Now;
        switch (_options.Application)
        {
            case OnOffApplication application:
                _ = new OnOff(_scheduler, _data, application.Options, _random, now);
                break;
            case RequestResponseApplication application:
                _exchanges = new RequestResponse(_scheduler, _requests!, _data, application.Options, _random, now);
                break;
            case BulkApplication application:
                _bulk = new BulkTransfer(_scheduler, _data, application.Bytes, now);
                break;
        }
        _data.Sink.Delivered += bytes => _record.Delivered(_scheduler.Now - Instant.Zero, (int)bytes);
        Sample();
    }

    public void Stop()
    {
        _stopped = true;
        _data.Source.SetUnlimited(false);
    }

    public void Finish(FlowRecord record)
    {
        SenderCounters counters = _data.Source.Sender.Counters;
        record.Extra.Add(("retransmits", counters.SegmentsRetransmitted));
        record.Extra.Add(("timeouts", counters.Timeouts));
        if (_bulk?.CompletionTime is { } completion)
            record.Extra.Add(("completionSeconds", completion.Seconds));
        if (_exchanges is not null)
            AddExchanges(record, _exchanges.Exchanges);
        record.Series.Add(TimeSeries.Moments($"{record.Name}.cwndSegments", "segments", _cwndAt.ToArray(), _cwnd.ToArray()));
    }

    private static TcpOptions TcpOf(TcpFlowOptions options) => TcpOptions.Linux with
    {
        CongestionControl = Tcp.CongestionControl.CongestionControls.Find(options.CongestionControl)!,
        SegmentBytes = options.SegmentBytes,
        SegmentsPerAck = options.SegmentsPerAck,
        InitialWindowSegments = options.InitialWindowSegments,
        ReceiveWindowBytes = options.ReceiveWindowBytes,
        Sack = options.Sack,
        Ecn = options.Ecn,
        MinRto = options.MinRto,
    };

    private static void AddExchanges(FlowRecord record, IReadOnlyList<Exchange> exchanges)
    {
        DelaySamples times = new();
        foreach (Exchange exchange in exchanges.Where(exchange => record.IsMeasured(exchange.RequestedAt - Instant.Zero)))
            times.Add(exchange.CompletionTime);
        DelaySummary summary = times.Summarise();
        record.Extra.Add(("responses", times.Count));
        record.Extra.Add(("responseMs.p50", summary.P50));
        record.Extra.Add(("responseMs.p99", summary.P99));
        if (times.Count > 0)
            record.Series.Add(SampleSeries.Of($"{record.Name}.responseMs", times));
    }

    private void Sample()
    {
        if (_stopped)
            return;
        _cwndAt.Add((_scheduler.Now - Instant.Zero).Seconds);
        _cwnd.Add((double)_data.Source.Sender.Cwnd / _options.SegmentBytes);
        _scheduler.At(_scheduler.Now + CwndInterval, Sample);
    }

    /// <summary>The ways of one connection: each end is reached through links that do not know it yet when they are put together.</summary>
    private sealed class Duplex(IPacketReceiver[] down, IPacketReceiver[] up)
    {
        public TcpFlow Connect(IScheduler scheduler, TcpOptions options, FlowKey key, bool reversed, PacketPool<TcpPacket> packets)
        {
            LateReceiver sink = new(), source = new();
            IPacketReceiver toSink = Hop.Through(reversed ? up : down, sink), toSource = Hop.Through(reversed ? down : up, source);
            TcpFlow flow = new(scheduler, options, key, toSink, toSource, packets);
            (sink.Receiver, source.Receiver) = (flow.Sink, flow.Source);
            return flow;
        }
    }

    private sealed class LateReceiver : IPacketReceiver
    {
        public IPacketReceiver? Receiver { get; set; }

        public void Receive(Packet packet) => Receiver!.Receive(packet);
    }
}
