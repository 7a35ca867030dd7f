using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;

namespace Mongoose.Tests.Core.Sending;

/// <summary>What is sent while a resend is queued.</summary>
public sealed class ResendsFirstTests
{
    private static readonly SendingOptions UsingAcks = new() { PathControl = PathControlOptions.Default, FastResend = true };

    [TestCase(ServiceOrder.Sparse, null)]
    [TestCase(ServiceOrder.RoundRobin, true)]
    public void With_lending_only_Task_is_sent_along_with_it(ServiceOrder order, bool? lending) =>
        Assert.That(
            SentWithResends(UsingAcks with { Shaping = new ShaperOptions { Order = order, Lending = lending } }),
            Is.EquivalentTo(new[] { Channel.Task }));

    [TestCase(ServiceOrder.RoundRobin, null)]
    [TestCase(ServiceOrder.Sparse, false)]
    public void Without_lending_other_channels_continue(ServiceOrder order, bool? lending) =>
        Assert.That(
            SentWithResends(UsingAcks with { Shaping = new ShaperOptions { Order = order, Lending = lending } }),
            Is.SupersetOf(new[] { Channel.Task, Channel.Texture, Channel.Asset }));

    [Test]
    public void On_a_circuit_that_does_not_use_its_path_other_channels_continue() =>
        Assert.That(SentWithResends(SendingOptions.Default), Is.SupersetOf(new[] { Channel.Task, Channel.Texture, Channel.Asset }));

    [Test]
    public void When_no_resend_is_queued_all_channels_send()
    {
        SenderRig rig = new(UsingAcks);
        FakePort port = Filled(rig).Port;
        rig.Run(300);
        Assert.That(port.Queued, Is.Zero);
    }

    /// <summary>Channels that sent a packet before the last resend.</summary>
    private static HashSet<Channel> SentWithResends(SendingOptions options)
    {
        SenderRig rig = new(options);
        FakePort port = Filled(rig).Port;
        rig.Run(300);
        List<Channel> sent = port.Log.ConvertAll(packet => packet.Grant.Channel);
        int resends = sent.FindAll(channel => channel == Channel.Resend).Count;
        Assert.That(resends, Is.Positive);
        return [.. sent.Take(sent.LastIndexOf(Channel.Resend)).Where(channel => channel != Channel.Resend)];
    }

    private static CircuitSender<FakePort> Filled(SenderRig rig)
    {
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Enqueue(Channel.Resend, 400, packets: 5).Enqueue(Channel.Task, 400, packets: 5)
            .Enqueue(Channel.Texture, 400, packets: 5).Enqueue(Channel.Asset, 400, packets: 5);
        return circuit;
    }
}
