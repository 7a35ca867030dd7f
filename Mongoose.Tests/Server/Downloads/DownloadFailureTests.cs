using log4net;
using OpenMetaverse;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>
/// If the pacing fails, OpenSim serves, or the connection ends and the viewer asks again. No response arrives with bytes missing.
/// </summary>
public sealed class DownloadFailureTests
{
    [Test]
    public void A_connection_that_fails_in_a_piece_ends_and_the_others_go_on()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        byte[] body = DownloadConnection.Body(2_000_000);
        DownloadConnection failing = rig.Connect(), other = rig.Connect();
        handler.Finish(handler.Ask(other), body);
        Assert.That(() => rig.Counters.Total(0).Bytes, Is.Positive.After(10_000, 1), "a part has left");
        failing.Server.Sending = () => throw new InvalidOperationException("a fault");
        handler.Finish(handler.Ask(failing), body);
        other.AssertReads(body);
        Assert.That(() => failing.Server.IsClosing, Is.True.After(10_000, 5), "a piece was lost: the connection ends");
        Assert.That((rig.Caps.Failures, rig.Counters.Unpaced.Total), Is.EqualTo((1, 0)));
        Assert.That(() => rig.Counters.Total(0).Responses, Is.EqualTo(1).After(10_000, 5), "the other was paced to its end");
        Assert.That(LogBook.Lines, Has.Count.EqualTo(1)
            .And.All.StartsWith("WARN [MONGOOSE]: an exception in the pacing of downloads"));
    }

    [Test]
    public void After_a_failure_of_the_pacer_OpenSim_sends_the_rest_and_serves_the_visitor()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        byte[] body = DownloadConnection.Body(2_000_000);
        DownloadConnection[] connections = [rig.Connect(), rig.Connect(), rig.Connect()];
        foreach (DownloadConnection connection in connections)
            handler.Finish(handler.Ask(connection), body);
        Assert.That(() => rig.Counters.Total(0).Bytes, Is.Positive.After(10_000, 1), "a part has left");
        int faults = 0;
        connections[0].Server.Checking = () =>
        {
            // The pacer asks before it reads how much is on the way.
            if (Interlocked.Increment(ref faults) == 1)
                throw new InvalidOperationException("a fault");
        };
        Parallel.ForEach(connections, connection => connection.AssertReads(body));
        Assert.That((rig.Caps.Failures, rig.Counters.Unpaced.Total), Is.EqualTo((1, 3)));
        for (int i = 0; i < 3; i++)
        {
            DownloadConnection connection = rig.Connect();
            UUID id = handler.Ask(connection);
            handler.Finish(id, DownloadConnection.Body(50_000));
            Assert.That(handler.Poll(id), Is.True);
            connection.AssertReads(DownloadConnection.Body(50_000));
        }
    }

    /// <summary>OpenSim drops a response in the moment in which the visitor's thread has claimed it.</summary>
    [Test]
    public void A_response_that_OpenSim_has_dropped_is_no_failure()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        UUID id = handler.Ask(rig.Connect());
        handler.IsBroken = true;
        handler.Finish(id, DownloadConnection.Body(100));
        Assert.That(() => handler.Lost, Is.EqualTo(1).After(10_000, 5));
        DownloadConnection other = rig.Connect();
        handler.IsBroken = false;
        handler.Finish(handler.Ask(other), DownloadConnection.Body(100));
        other.AssertReads(DownloadConnection.Body(100));
        Assert.That(rig.Caps.Failures, Is.Zero);
    }

    [Test]
    public void A_request_of_another_kind_of_server_goes_to_OpenSim_untouched()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        OSHttpRequest request = new(null!);
        handler.Args.Request(new UUID(Guid.NewGuid()), request);
        Assert.That(handler.LastRequest, Is.SameAs(request));
    }
}
