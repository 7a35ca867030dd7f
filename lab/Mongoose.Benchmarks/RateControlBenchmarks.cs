using BenchmarkDotNet.Attributes;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is one packet of 375 bytes that a viewer receives: its sequence number is classified, the controller is updated, and a
/// request is taken if one is due. One packet in a hundred is lost, and there is one ping reply per round trip of 20 packets.
/// </summary>
public class RateControlBenchmarks
{
    private const int Packets = 65_536;
    private static readonly Duration Pace = Duration.FromMilliseconds(5), RoundTrip = Duration.FromMilliseconds(100);

    private ThrottleRequester _requester = null!;
    private Instant _now;
    private uint _sequence;

    [ParamsSource(nameof(Names))]
    public string Controller { get; set; } = WindowTrackingController.ControllerName;

    public static IEnumerable<string> Names => RateControllers.Names;

    [GlobalSetup]
    public void Setup()
    {
        _now = Instant.Zero;
        _sequence = 1;
        _requester = new ThrottleRequester(RateControllers.Create(Controller, RateControlOptions.Default), _now);
        _requester.OnPing(RoundTrip, _now);
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public uint Packet()
    {
        uint requests = 0;
        for (int i = 0; i < Packets; i++)
        {
            _now += Pace;
            if (i % 100 == 50)
                _sequence++;
            if (i % 20 == 0)
                _requester.OnPing(RoundTrip, _now);
            _requester.OnPacket(_sequence++, isResent: false, 375, _now);
            if (_requester.TryTake(_now, out ThrottleRequest request))
                requests += request.Generation;
        }
        return requests;
    }
}
