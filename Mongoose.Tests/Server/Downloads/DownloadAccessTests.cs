using System.Collections;
using System.Net;
using System.Net.Sockets;
using System.Text;
using OpenMetaverse;
using OpenSim.Framework.Servers.HttpServer;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>The ways by which viewers reach a region, and other modules that serve downloads.</summary>
public sealed class DownloadAccessTests
{
    private static readonly byte[] Body = DownloadConnection.Body(300_000);

    [Test]
    public void Over_IPv6_a_response_arrives_paced()
    {
        if (!Socket.OSSupportsIPv6)
            Assert.Ignore("this host has no IPv6");
        using DownloadRig rig = new(IPAddress.IPv6Loopback);
        AssertServed(rig, rig.Connect());
    }

    [Test]
    public void Over_TLS_a_response_arrives_paced()
    {
        using DownloadRig rig = new();
        DownloadConnection connection = rig.Connect(isSecured: true);
        for (int i = 1; i <= 3; i++)
            AssertServed(rig, connection, i);
    }

    /// <summary>
    /// A client says that it sends nothing more, and still reads. OpenSim closes such a connection; Mongoose alone does not.
    /// </summary>
    [Test]
    public void A_client_that_half_closes_gets_the_response_under_way()
    {
        using DownloadRig rig = new();
        DownloadConnection connection = rig.Connect();
        PollHandler handler = rig.Enter();
        UUID id = handler.Ask(connection);
        connection.Client.Shutdown(SocketShutdown.Send);
        handler.Finish(id, Body);
        connection.AssertReads(Body);
        Assert.That(rig.Caps.Failures, Is.Zero);
    }

    /// <summary>A proxy has one address for all visitors, and sends requests of several visitors over one connection.</summary>
    [Test]
    public void A_capability_says_whose_a_request_is_and_not_the_connection()
    {
        using DownloadRig rig = new();
        DownloadConnection shared = rig.Connect();
        UUID[] agents = [new(Guid.NewGuid()), new(Guid.NewGuid())];
        PollHandler[] handlers = [.. agents.Select(agent => rig.Enter(agent: agent))];
        for (int i = 0; i < 6; i++)
        {
            byte[] body = DownloadConnection.Body(50_000 + i);
            handlers[i % 2].Finish(handlers[i % 2].Ask(shared), body);
            shared.AssertReads(body);
            Assert.That(rig.Caps.Of(agents[i % 2])!.Pacer, Is.Not.Null, "this visitor's thread has sent it");
        }
        Assert.That(rig.Caps.Visitors.Count(), Is.EqualTo(2));
        Assert.That(rig.Caps.Failures, Is.Zero);
    }

    [Test]
    public void A_client_that_reads_a_byte_at_a_time_gets_everything_and_delays_no_other()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection slow = rig.Connect(receiveBuffer: 4096);
        byte[] large = DownloadConnection.Body(3_000_000);
        handler.Finish(handler.Ask(slow), large);
        byte[] first = new byte[20];
        for (int i = 0; i < first.Length; i++)
        {
            slow.Client.ReceiveTimeout = 10_000;
            Assert.That(slow.Client.Receive(first, i, 1, SocketFlags.None), Is.EqualTo(1));
            DownloadConnection other = rig.Connect();
            handler.Finish(handler.Ask(other), Body);
            other.AssertReads(Body);
        }
        slow.AssertReads(large, Encoding.ASCII.GetString(first));
    }

    /// <summary>Core's own handlers leave a response for OpenSim to find; another module's may answer at once.</summary>
    [Test]
    public void A_handler_of_another_module_that_answers_at_once_is_paced()
    {
        using DownloadRig rig = new();
        DownloadConnection connection = rig.Connect();
        OSHttpResponse? answered = null;
        PollServiceEventArgs handler = rig.Register(new PollServiceEventArgs
        {
            Request = (_, request) => answered = new OSHttpResponse(request) { RawBuffer = Body, Priority = 2 },
            HasEvents = (_, _) => false,
            GetEvents = (_, _) => [],
            Drop = (_, _) => { },
        });
        OSHttpResponse? response = handler.Request(new UUID(Guid.NewGuid()), new OSHttpRequest(connection.NewRequest()));
        Assert.That(response, Is.Not.Null.And.SameAs(answered));
        response!.Send();
        connection.AssertReads(Body);
        Assert.That(() => rig.Counters.Total(0).Responses, Is.EqualTo(1).After(10_000, 5));
    }

    /// <summary>OpenSim also sends answers that are no response, such as a status and a text.</summary>
    [Test]
    public void An_answer_of_another_form_is_handed_to_OpenSim()
    {
        using DownloadRig rig = new();
        Hashtable answer = new() { ["int_response_code"] = 404, ["str_response_string"] = "gone" };
        PollServiceEventArgs handler = rig.Register(new PollServiceEventArgs
        {
            Request = (_, _) => null,
            HasEvents = (_, _) => answer.Count > 0,
            GetEvents = (_, _) => Interlocked.Exchange(ref answer, []),
            Drop = (_, _) => { },
        });
        UUID id = new(Guid.NewGuid());
        handler.Request(id, new OSHttpRequest(rig.Connect().NewRequest()));
        Assert.That(() => answer, Is.Empty.After(10_000, 5), "the visitor's thread has taken it");
        Assert.That(() => handler.HasEvents(id, default), Is.True.After(10_000, 5));
        Assert.That(handler.GetEvents(id, default)["int_response_code"], Is.EqualTo(404));
    }

    [Test]
    public void A_request_that_can_time_out_is_left_to_OpenSim()
    {
        using DownloadRig rig = new();
        PollHandler handler = new();
        handler.Args.TimeOutms = 1000;
        rig.Register(handler.Args);
        DownloadConnection connection = rig.Connect();
        UUID id = handler.Ask(connection);
        handler.Finish(id, Body);
        Assert.That(connection.Client.Poll(100_000, SelectMode.SelectRead), Is.False);
        Assert.That(handler.Poll(id), Is.True);
        connection.AssertReads(Body);
    }

    [Test]
    public void A_handler_that_throws_ends_no_pacing()
    {
        using DownloadRig rig = new();
        UUID agent = new(Guid.NewGuid());
        PollServiceEventArgs broken = rig.Register(new PollServiceEventArgs
        {
            Request = (_, _) => null,
            HasEvents = (_, _) => throw new InvalidOperationException("a fault"),
            GetEvents = (_, _) => [],
            Drop = (_, _) => { },
        }, agent: agent);
        broken.Request(new UUID(Guid.NewGuid()), new OSHttpRequest(rig.Connect().NewRequest()));
        Assert.That(() => rig.Caps.Failures, Is.EqualTo(1).After(10_000, 5));
        DownloadConnection connection = rig.Connect();
        PollHandler handler = rig.Enter("ViewerAsset", agent);
        handler.Finish(handler.Ask(connection), Body);
        connection.AssertReads(Body);
        Assert.That(rig.Counters.Unpaced.Total, Is.Zero);
        Assert.That(() => rig.Counters.Total(3).Responses, Is.EqualTo(1).After(10_000, 5));
    }

    [Test]
    public void A_handler_without_methods_is_left_alone()
    {
        using DownloadRig rig = new();
        PollServiceEventArgs handler = rig.Register(new PollServiceEventArgs());
        Assert.That((handler.Request, handler.HasEvents, handler.GetEvents, handler.Drop),
            Is.EqualTo(((RequestMethod?)null, (HasEventsMethod?)null, (GetEventsMethod?)null, (DropMethod?)null)));
        Assert.That(rig.Caps.Failures, Is.Zero);
    }

    [Test]
    public void Responses_under_way_arrive_whole_when_the_region_and_the_module_end()
    {
        byte[] body = DownloadConnection.Body(3_000_000);
        DownloadingVisitor[] visitors;
        using (ModuleRig rig = new(("Mongoose.Enabled", "true")))
        {
            Scene scene = rig.AddRegion();
            scene.EventManager.TriggerOnFrame();
            visitors = [.. Enumerable.Range(0, 8).Select(_ => new DownloadingVisitor(scene, Guid.NewGuid()))];
            Array.ForEach(visitors, visitor => visitor.Begin(body));
        }
        Parallel.ForEach(visitors, visitor => visitor.AssertReads(body));
        Array.ForEach(visitors, visitor => visitor.Dispose());
    }

    private static void AssertServed(DownloadRig rig, DownloadConnection connection, int responses = 1)
    {
        PollHandler handler = rig.Enter();
        handler.Finish(handler.Ask(connection), Body);
        connection.AssertReads(Body);
        Assert.That(() => rig.Counters.Total(0).Responses, Is.EqualTo(responses).After(10_000, 5));
        Assert.That((rig.Counters.Unpaced.Total, rig.Caps.Failures), Is.EqualTo((0, 0)));
    }
}
