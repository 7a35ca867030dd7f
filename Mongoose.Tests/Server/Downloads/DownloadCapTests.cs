using log4net;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using OpenMetaverse;
using OSHttpServer;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>What viewers receive, and what OpenSim's own server sees of it.</summary>
public sealed class DownloadCapTests
{
    [Test]
    public void A_response_arrives_as_OpenSim_made_it([Values(0, 1, 5000, 8193, 100_000, 3_000_000)] int bytes,
        [Values("true", "false")] string prompt)
    {
        using DownloadRig rig = new(("HttpPrompt", prompt));
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        UUID id = handler.Ask(connection);
        byte[] body = DownloadConnection.Body(bytes);
        handler.Finish(id, body);
        Assert.That(() => handler.Poll(id), Is.True.After(10_000, 5));
        connection.AssertReads(body);
        Assert.That(() => connection.Server.Ended, Is.EqualTo(new[] { (1u, ConnectionType.KeepAlive) }).After(10_000, 5));
        Assert.That(rig.Counters.Total(0).Responses, Is.EqualTo(1));
        Assert.That(rig.Counters.Total(0).Bytes, Is.GreaterThan(bytes));
        Assert.That(rig.Counters.Unpaced.Total, Is.Zero);
    }

    [Test]
    public void A_response_is_sent_before_OpenSim_looks_for_it()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        UUID id = handler.Ask(connection);
        Assert.That(handler.Poll(id), Is.False, "it is not ready");
        byte[] body = DownloadConnection.Body(20_000);
        handler.Finish(id, body);
        connection.AssertReads(body);
        Assert.That(() => handler.Poll(id), Is.True.After(10_000, 5), "OpenSim forgets the request");
        Assert.That(connection.Client.Poll(50_000, System.Net.Sockets.SelectMode.SelectRead), Is.False, "the response is not sent twice");
    }

    [Test]
    public void A_request_waits_until_its_response_is_ready_or_dropped()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        UUID answered = handler.Ask(connection), dropped = handler.Ask(connection);
        Assert.That(rig.Counters.Waiting, Is.EqualTo(2));
        handler.Args.Drop(dropped, default);
        Assert.That(rig.Counters.Waiting, Is.EqualTo(1));
        handler.Finish(answered, DownloadConnection.Body(100));
        Assert.That(() => rig.Counters.Waiting, Is.Zero.After(10_000, 5));
        handler.Args.Drop(answered, default);
        Assert.That(rig.Counters.Waiting, Is.Zero, "it is counted once");
        long[] answers = new long[DelayHistogram.Buckets];
        rig.Counters.Answers.AddTo(answers);
        Assert.That(answers.Sum(), Is.EqualTo(1), "a dropped request has no answer");
    }

    [Test]
    public void A_visitor_s_requests_wait_if_several_have_no_answer()
    {
        using DownloadRig rig = new();
        UUID agent = new(Guid.NewGuid());
        PollHandler handler = rig.Enter(agent: agent);
        DownloadConnection connection = rig.Connect();
        UUID[] asked = [.. Enumerable.Range(0, 4).Select(_ => handler.Ask(connection))];
        Duration later = Duration.FromSeconds(5);
        Assert.That(() => rig.Caps.Of(agent)!.RequestWait(OutboundThread.Now + later), Is.GreaterThanOrEqualTo(later).After(10_000, 5));
        handler.Args.Drop(asked[0], default);
        Assert.That(() => rig.Caps.Of(agent)!.RequestWait(OutboundThread.Now + later), Is.EqualTo(Duration.Zero).After(10_000, 5),
            "three are too few");
    }

    [Test]
    public void Without_HttpPrompt_OpenSim_looks_first()
    {
        using DownloadRig rig = new(("HttpPrompt", "false"));
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        UUID id = handler.Ask(connection);
        handler.Finish(id, DownloadConnection.Body(100));
        Assert.That(connection.Client.Poll(100_000, System.Net.Sockets.SelectMode.SelectRead), Is.False);
        Assert.That(handler.Poll(id), Is.True);
        connection.AssertReads(DownloadConnection.Body(100));
    }

    [TestCase("true", 200)]
    [TestCase("false", 20)]
    public void OpenSim_reads_more_requests_ahead_with_HttpPipelines(string pipelines, int expected)
    {
        using DownloadRig rig = new(("HttpPipelines", pipelines));
        DownloadConnection connection = rig.Connect();
        rig.Enter().Ask(connection);
        Assert.That(connection.Server.m_maxRequests, Is.EqualTo(expected));
    }

    /// <summary>OpenSim counts down at each request that it reads.</summary>
    [Test]
    public void A_client_cannot_have_more_requests_waiting_than_OpenSim_reads_ahead()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        handler.Ask(connection);
        connection.Server.m_maxRequests -= 150;
        for (int served = 1; served <= 20; served++)
        {
            handler.Ask(connection);
            Assert.That(connection.Server.m_maxRequests, Is.EqualTo(50 + served));
        }
    }

    [Test]
    public void While_Mongoose_is_disabled_OpenSim_sends()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        rig.IsOn = false;
        UUID id = handler.Ask(connection);
        byte[] body = DownloadConnection.Body(20_000);
        handler.Finish(id, body);
        Assert.That(handler.Poll(id), Is.True);
        connection.AssertReads(body);
        Assert.That(rig.Counters.Total(0).Responses, Is.Zero);
    }

    [Test]
    public void Responses_on_their_way_arrive_whole_when_Mongoose_is_disabled()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        byte[] body = DownloadConnection.Body(1_000_000);
        DownloadConnection[] connections = Enumerable.Range(0, 24).Select(_ => rig.Connect()).ToArray();
        foreach (DownloadConnection connection in connections)
            handler.Finish(handler.Ask(connection), body);
        Assert.That(() => rig.Counters.Total(0).Bytes, Is.Positive.After(10_000, 1));
        rig.IsOn = false;
        Parallel.ForEach(connections, connection => connection.AssertReads(body));
    }

    /// <summary>A viewer that is busy reads nothing for a while, then one connection after the other.</summary>
    [Test]
    public void A_viewer_that_reads_late_gets_everything()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        byte[] body = DownloadConnection.Body(600_000);
        DownloadConnection[] connections = Enumerable.Range(0, 24).Select(_ => rig.Connect(receiveBuffer: 4096)).ToArray();
        foreach (DownloadConnection connection in connections)
            handler.Finish(handler.Ask(connection), body);
        Thread.Sleep(1000);
        foreach (DownloadConnection connection in connections)
            connection.AssertReads(body);
    }

    [Test]
    public void A_request_that_OpenSim_drops_is_not_answered()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        UUID id = handler.Ask(connection);
        handler.Args.Drop(id, default);
        Assert.That(handler.Dropped, Is.EqualTo(new[] { id }));
        handler.Finish(id, DownloadConnection.Body(100));
        Assert.That(connection.Client.Poll(100_000, System.Net.Sockets.SelectMode.SelectRead), Is.False);
    }

    [Test]
    public void A_viewer_that_leaves_with_many_requests_leaves_nothing_behind()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection[] connections = Enumerable.Range(0, 200).Select(_ => rig.Connect()).ToArray();
        foreach (DownloadConnection connection in connections)
            handler.Finish(handler.Ask(connection), DownloadConnection.Body(2_000_000));
        Assert.That(() => rig.Caps.Visitors.Single().Pacer?.Connections, Is.Positive.After(10_000, 1));
        foreach (DownloadConnection connection in connections)
            connection.Dispose();
        Assert.That(() => rig.Caps.Visitors.Single().Pacer?.Connections ?? 0, Is.Zero.After(10_000, 5));
    }

    [Test]
    public void A_visitor_who_reads_nothing_delays_no_other_visitor()
    {
        using DownloadRig rig = new();
        PollHandler slow = rig.Enter(), other = rig.Enter();
        for (int i = 0; i < 24; i++)
            slow.Finish(slow.Ask(rig.Connect()), DownloadConnection.Body(10_000_000));
        byte[] body = DownloadConnection.Body(500_000);
        for (int i = 0; i < 20; i++)
        {
            DownloadConnection connection = rig.Connect();
            other.Finish(other.Ask(connection), body);
            connection.AssertReads(body);
        }
    }

    [Test]
    public void A_visitor_who_reads_one_connection_slowly_gets_the_others()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        handler.Finish(handler.Ask(rig.Connect()), DownloadConnection.Body(20_000_000));
        byte[] body = DownloadConnection.Body(500_000);
        for (int i = 0; i < 20; i++)
        {
            DownloadConnection connection = rig.Connect();
            handler.Finish(handler.Ask(connection), body);
            connection.AssertReads(body);
        }
    }

    [Test]
    public void All_regions_pace_a_visitor_together()
    {
        using DownloadRig rig = new();
        UUID agent = new(Guid.NewGuid());
        PollHandler here = rig.Enter("GetTexture", agent), there = rig.Enter("ViewerAsset", agent);
        Assert.That(rig.Caps.Visitors.Count(), Is.EqualTo(1));
        foreach (PollHandler handler in new[] { here, there })
        {
            DownloadConnection connection = rig.Connect();
            handler.Finish(handler.Ask(connection), DownloadConnection.Body(30_000));
            connection.AssertReads(DownloadConnection.Body(30_000));
        }
        Assert.That(() => (rig.Counters.Total(0).Responses, rig.Counters.Total(3).Responses), Is.EqualTo((1, 1)).After(10_000, 5));
    }

    [Test]
    public void Capabilities_of_other_servers_are_named_once()
    {
        using DownloadRig rig = new();
        for (int i = 0; i < 2; i++)
        {
            OpenSim.Framework.Capabilities.Caps caps = new();
            caps.ExternalCapsHandlers["GetTexture"] = "http://cdn/";
            caps.ExternalCapsHandlers["Seed"] = "http://other/";
            rig.Scene.EventManager.TriggerOnRegisterCaps(new UUID(Guid.NewGuid()), caps);
        }
        Assert.That(rig.Caps.Elsewhere, Is.EqualTo(new[] { "GetTexture" }));
        Assert.That(LogBook.Lines, Is.EqualTo(
            new[] { "INFO [MONGOOSE]: GetTexture is served by http://cdn/, not by this simulator: such downloads are not paced" }));
    }
}
