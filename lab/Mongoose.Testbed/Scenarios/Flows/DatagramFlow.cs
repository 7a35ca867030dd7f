using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Datagrams at a constant rate in a run: one peer of a game sends, the other never does.</summary>
internal sealed class DatagramFlow : IFlow
{
    /// <summary>The first random number stream of these flows.</summary>
    private const long Stream = 6000;

    private readonly Place _place;
    private readonly DatagramOptions _options;
    private readonly OneWayRoute _route;
    private readonly GamePeer _receiver;
    private readonly GamePeer _sender;

    public DatagramFlow(Place place, FlowGroup group, DatagramOptions options, int member)
    {
        (_place, _options, _route) = (place, options, new OneWayRoute(place, group, member, options.Up));
        SeededRandom random = new(place.Seed, Stream + place.NextNumber(options));
        _receiver = _route.Receiving.Invoke(() =>
            new GamePeer(_route.Receiving.Scheduler, _route.Receiving.Network, _route.ReceiverAddress, null, options.Train, random));
        UdpAddress way = _route.To(_receiver.Address);
        _sender = _route.Sending.Invoke(() =>
            new GamePeer(_route.Sending.Scheduler, _route.Sending.Network, _route.SenderAddress, way, options.Train, random));
    }

    public void Start() => _route.Sending.Invoke(_sender.Start);

    public void Stop() => _route.Sending.Invoke(_sender.Stop);

    public void Finish(FlowRecord record) => _route.Sending.Invoke(() => _route.Receiving.Invoke(() => Add(record)));

    private void Add(FlowRecord record)
    {
        OneWayFigures figures = new(_place.Origin, record);
        foreach (Instant at in _sender.Sent)
            figures.Sent(at, _options.PacketBytes);
        foreach (GameArrival arrival in LossFigures.ArrivalsOf(_sender, _receiver))
            figures.Arrived(arrival.At, arrival.Sequence, arrival.Bytes + DatagramPacket.HeaderBytes, arrival.Delay);
        figures.Add();
    }
}
