using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Reports what a client hears: by RFC 8888, or by receiver reports alone.</summary>
internal sealed class RigReporter
{
    private readonly ConferenceRig _rig;
    private readonly Conference _conference;
    private readonly int _peer;
    private readonly Dictionary<uint, (ArrivalLog Log, ReceptionLog Reception)> _logs = [];

    public RigReporter(ConferenceRig rig, RigClient client, Conference conference, int peer)
    {
        (_rig, _conference, _peer) = (rig, conference, peer);
        client.Arrived = (header, now) =>
        {
            if (!_logs.TryGetValue(header.Ssrc, out (ArrivalLog Log, ReceptionLog Reception) logs))
                _logs.Add(header.Ssrc, logs = (new ArrivalLog(ReportTiming.Default), new ReceptionLog(header.Ssrc, 8000)));
            logs.Log.Arrived(header.Number, now);
            logs.Reception.Arrived(header.Number, header.Timestamp, now);
        };
    }

    /// <summary>What happens to a report: each function that is returned is the delay of one copy.</summary>
    public Func<Duration[]> Copies { get; set; } = () => [Duration.FromMilliseconds(20)];

    /// <summary>The loss that receiver reports claim, in 1/256; what was lost if it is null.</summary>
    public byte? ClaimedLoss { get; set; }

    /// <summary>Whether receiver reports claim that nothing more arrives.</summary>
    public bool ClaimsNothingArrives { get; set; }

    /// <summary>Whether it reports.</summary>
    public bool IsReporting { get; set; } = true;

    /// <summary>Sends feedback by RFC 8888 every 50 ms.</summary>
    public RigReporter SendFeedback()
    {
        Repeat(Duration.FromMilliseconds(50), () =>
        {
            byte[] datagram = new byte[1472];
            FeedbackBuilder builder = new(datagram, 4711);
            foreach ((uint ssrc, (ArrivalLog log, _)) in _logs)
                builder.TryAdd(ssrc, log.Take(_rig.Now));
            return datagram[..builder.End(_rig.Now)];
        });
        return this;
    }

    /// <summary>Sends receiver reports every two seconds that show a round trip of half a second.</summary>
    public RigReporter SendReceiverReports()
    {
        Repeat(Duration.FromSeconds(2), () =>
        {
            byte[] datagram = new byte[1472];
            ReportBlock[] blocks = _logs.Values.Select(logs => Claimed(logs.Reception.Report(_rig.Now))).ToArray();
            return datagram[..SenderReport.WriteReceiverReport(datagram, 4711, blocks)];
        });
        return this;
    }

    private ReportBlock Claimed(ReportBlock block)
    {
        double seconds = _rig.Now.Nanoseconds / 1e9 - 0.5;
        return block with
        {
            FractionLost = ClaimedLoss ?? block.FractionLost,
            HighestNumber = ClaimsNothingArrives ? 1 : block.HighestNumber,
            LastSenderReport = (uint)(long)(seconds * 65_536),
            DelaySinceLastSenderReport = 0,
        };
    }

    private void Repeat(Duration interval, Func<byte[]> make) => _rig.At(_rig.Now + interval, () =>
    {
        if (IsReporting && _logs.Count > 0)
        {
            byte[] datagram = make();
            Assert.That(BinaryPrimitives.ReadUInt16BigEndian(datagram.AsSpan(2)), Is.GreaterThan(0));
            foreach (Duration delay in Copies())
                _rig.At(_rig.Now + delay, () => _conference.Received(_peer, datagram, _rig.Now));
        }
        Repeat(interval, make);
    });
}
