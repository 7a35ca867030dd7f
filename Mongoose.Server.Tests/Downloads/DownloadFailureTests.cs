using log4net;
using OpenMetaverse;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>If the pacing fails, OpenSim serves, or the connection ends and the viewer asks again. No response arrives with bytes missing.</summary>
public sealed class DownloadFailureTests
{
    [Test]
    public void After_a_failure_between_pieces_OpenSim_sends_the_rest()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        byte[] body = DownloadConnection.Body(2_000_000);
        DownloadConnection failing = rig.Connect(), other = rig.Connect();
        handler.Finish(handler.Ask(other), body);
        Assert.That(() => rig.Counters.Bytes(0), Is.Positive.After(10_000, 1), "a part has left");
        failing.Server.Sending = () => throw new InvalidOperationException("a fault");
        handler.Finish(handler.Ask(failing), body);
        other.AssertReads(body);
        Assert.That(() => failing.Server.IsClosing, Is.True.After(10_000, 5), "a piece was lost: the connection ends");
        Assert.That(rig.Caps.Failures, Is.EqualTo(1));
        Assert.That(rig.Counters.Unpaced, Is.EqualTo(2));
        Assert.That(LogBook.Lines, Has.Count.EqualTo(1).And.All.StartsWith("WARN [MONGOOSE]: OpenSimulator serves a download without Mongoose"));
    }

    [Test]
    public void After_a_failure_OpenSim_serves_the_visitor()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection failing = rig.Connect();
        failing.Server.Sending = () => throw new InvalidOperationException("a fault");
        handler.Finish(handler.Ask(failing), DownloadConnection.Body(100));
        Assert.That(() => rig.Caps.Failures, Is.EqualTo(1).After(10_000, 5));
        for (int i = 0; i < 3; i++)
        {
            DownloadConnection connection = rig.Connect();
            UUID id = handler.Ask(connection);
            handler.Finish(id, DownloadConnection.Body(50_000));
            Assert.That(handler.Look(id), Is.True);
            connection.AssertReads(DownloadConnection.Body(50_000));
        }
    }

    [Test]
    public void A_response_that_cannot_be_made_ends_its_connection()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        UUID id = handler.Ask(connection);
        handler.IsBroken = true;
        handler.Finish(id, DownloadConnection.Body(100));
        Assert.That(() => connection.Server.IsClosing, Is.True.After(10_000, 5));
        Assert.That(rig.Caps.Failures, Is.EqualTo(1));
    }

    [Test]
    public void A_viewer_that_leaves_in_the_middle_of_a_response_is_no_failure()
    {
        using DownloadRig rig = new();
        PollHandler handler = rig.Enter();
        DownloadConnection connection = rig.Connect();
        handler.Finish(handler.Ask(connection), DownloadConnection.Body(30_000_000));
        Assert.That(() => rig.Caps.Visitors.Single().Pacer?.Waiting, Is.EqualTo(1).After(10_000, 1));
        connection.Server.Close();
        Assert.That(() => rig.Caps.Visitors.Single().Pacer?.Connections ?? 0, Is.Zero.After(10_000, 5));
        Assert.That((rig.Caps.Failures, rig.Counters.Unpaced), Is.EqualTo((0, 0)));
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
