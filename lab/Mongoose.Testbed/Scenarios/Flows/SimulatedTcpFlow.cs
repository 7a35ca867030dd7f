using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A simulated TCP connection in a run.</summary>
internal sealed class SimulatedTcpFlow : IFlow
{
    private readonly IScheduler _scheduler;
    private readonly TcpFlowOptions _options;
    private readonly SeededRandom _random;
    private readonly FlowRecord _record;
    private readonly TcpFlow _data;
    private readonly TcpFlow? _requests;
    private readonly Sampler _sampler;
    private readonly List<double> _cwndAt = [];
    private readonly List<double> _cwnd = [];
    private RunningApplication? _running;

    /// <param name="key">The flow key of the data.</param>
    /// <param name="forward">The links towards the data's receiver.</param>
    /// <param name="back">The links in the other direction.</param>
    /// <param name="random">A random number stream used by this flow only.</param>
    public SimulatedTcpFlow(IScheduler scheduler, TcpFlowOptions options, FlowKey key,
        IEnumerable<IPacketReceiver> forward, IEnumerable<IPacketReceiver> back, SeededRandom random, FlowRecord record)
    {
        (_scheduler, _options, _random, _record) = (scheduler, options, random, record);
        PacketPool<TcpPacket> packets = TcpPacket.NewPool();
        IPacketReceiver[] toReceiver = [.. forward], toSender = [.. back];
        TcpPaths paths = new(toReceiver, toSender)
        {
            Sent = bytes => record.Sent.Add(scheduler.Now - Instant.Zero, bytes),
            Arrived = bytes => record.Line.Add(scheduler.Now - Instant.Zero, bytes),
        };
        TcpOptions tcp = options.Tcp with { CongestionControl = CongestionControls.Find(options.CongestionControl)! };
        _data = paths.Connect(scheduler, tcp with { Handshake = !options.Application.IsRequestDriven }, key, packets);
        if (options.Application.IsRequestDriven)
            _requests = new TcpPaths(toSender, toReceiver).Connect(scheduler, tcp, key.Reversed, packets);
        _sampler = new Sampler(scheduler, Instant.Zero, Sample);
        _data.Source.RoundTripMeasured = time => record.RoundTrip(scheduler.Now - Instant.Zero, time);
    }

    public void Start()
    {
        _running = new RunningApplication(_scheduler, _options.Application, _data, _requests, _random, Instant.Zero, _record);
        _sampler.Start();
    }

    public void Stop()
    {
        _sampler.Stop();
        _data.Source.SetUnlimited(false);
    }

    public void Finish(FlowRecord record)
    {
        SenderCounters counters = _data.Source.Sender.Counters;
        record.AddSentRate();
        record.AddLineRate();
        record.Extra.AddRange([("retransmits", counters.Retransmitted.Packets), ("timeouts", counters.Timeouts)]);
        _running?.Finish(record);
        record.Series.Add(TimeSeries.Moments($"{record.Name}.cwndSegments", "segments", _cwndAt.ToArray(), _cwnd.ToArray()));
    }

    private void Sample(Duration at)
    {
        _cwndAt.Add(at.Seconds);
        _cwnd.Add((double)_data.Source.Sender.Cwnd / _options.Tcp.SegmentBytes);
    }
}
