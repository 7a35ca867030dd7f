using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// If nothing holds the sender back, if acks (when used) arrive immediately and if there are no resends, the sender sends what the circuit
/// shaper alone would grant, at the same times.
/// </summary>
public sealed class SendOrderProperties
{
    [ForAll(MaxTest = 100, Replay = "20261122,7")]
    public void A_sender_that_is_notified_sends_what_the_shaper_grants_when_it_grants_it(
        int seed, ServiceOrder order, bool lends, bool resendsByAcks)
    {
        SendingOptions options = new() { Shaping = new ShaperOptions { Order = order, Lending = lends }, FastResend = resendsByAcks };
        Random random = new(seed);
        CircuitRates rates = SenderRig.Rates(Math.Pow(10, 2 + 2 * random.NextDouble()));
        (double Milliseconds, Channel Channel, int Bytes, int Packets)[] arrivals = [.. Enumerable.Range(0, 200)
            .Select(_ => (Math.Round(random.NextDouble() * 3000, 3), (Channel)random.Next(resendsByAcks ? 1 : 0, ChannelRates.Count),
                random.Next(1, 1500), random.Next(1, 6)))
            .OrderBy(arrival => arrival.Item1)];

        SenderRig rig = new(options);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Rates = rates;
        circuit.Port.OnSend = _ => circuit.Path?.Inbox.Acked(0, (uint)circuit.Port.Log[^1].Number, rig.Now);
        Instant start = rig.Now;
        foreach ((double at, Channel channel, int bytes, int packets) in arrivals)
        {
            // Run up to the arrival but not beyond: packets due at that time are due after it.
            double wait = at - (rig.Now - start).Milliseconds;
            if (wait > 0)
                rig.Run(wait - 1e-6);
            rig.Pass(at - (rig.Now - start).Milliseconds);
            circuit.Port.Enqueue(channel, bytes, packets);
            circuit.Notify(CircuitEvents.Packets);
            rig.Serve();
        }
        rig.Run(5000);

        Assert.That(circuit.Port.Log.Select(sent => (sent.At, sent.Grant)),
            Is.EqualTo(ByTheShaperAlone(options.Shaping, rates, start, arrivals)));
        Assert.That(circuit.Port.Log, Is.Not.Empty);
    }

    private static List<(Instant, Grant)> ByTheShaperAlone(
        ShaperOptions options, CircuitRates rates, Instant start, (double Milliseconds, Channel Channel, int Bytes, int Packets)[] arrivals)
    {
        CircuitShaper shaper = new(options, start);
        ChannelQueues<int> queues = new();
        List<(Instant, Grant)> log = [];
        Instant asked = start;
        shaper.SetRates(rates.Circuit, rates.Channels, start);
        foreach ((double at, Channel channel, int bytes, int packets) in arrivals)
        {
            ServeUntil(start + Duration.FromMilliseconds(at) - new Duration(1));
            for (int i = 0; i < packets; i++)
                queues.Enqueue(channel, 0, bytes);
            ServeAt(start + Duration.FromMilliseconds(at));
        }
        ServeUntil(start + Duration.FromMilliseconds(arrivals[^1].Milliseconds + 5000));
        return log;

        void ServeUntil(Instant end)
        {
            for (Instant next = shaper.NextGrantAt(queues, asked); next <= end; next = shaper.NextGrantAt(queues, asked))
                ServeAt(next);
        }

        void ServeAt(Instant now)
        {
            asked = now;
            while (shaper.TryNext(queues, now, out Grant grant))
            {
                queues.TryDequeue(grant.Channel, out _);
                log.Add((now, grant));
            }
        }
    }
}
