using Mongoose.Client.Viewers;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Downloads by HTTP of visitors who come, leave and move between the regions of a real OpenSim.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ModuleDownloadTravelTests : DownloadFixture
{
    [Test, Order(1)]
    public void A_visitor_who_logs_in_again_downloads_as_before()
    {
        int user = NextUser();
        Uri[] caps = [.. Enumerable.Range(0, 3).Select(_ => VisitAndDownload(user))];
        Assert.That(caps.Distinct().Count(), Is.EqualTo(3));
        Assert.That(Responses(Home), Is.EqualTo(3 * Library.Length));
        using RawHttp late = new(caps[0]);
        Assert.That(late.Send(Get(caps[0], Library[0].Id)).ReadResponse(Patience), Is.Not.EqualTo(Library[0].Bytes),
            "the capability has ended with the visit");
    }

    /// <summary>A visitor's child agent in a neighbouring region downloads too, before and after the avatar goes there.</summary>
    [Test, Order(2)]
    public void A_visitor_downloads_from_the_own_and_the_neighbouring_region_before_and_after_a_teleport()
    {
        int before = Responses(Home), logged = Grid.Log().Length;
        GridVisit root = Visit(new ViewerOptions());
        using GridVisit child =
            new(Loop, root.Login with { Region = UdpAddress.Loopback(Grid.NeighbourPorts[0]) }, new ViewerOptions { IsChild = true });
        // This message announces the neighbour to the viewer; the neighbour refuses a viewer that connects earlier.
        Uri neighbour = new(WaitForLog(@"EnableSimulator for neighbour region .* seed cap (\S+)", logged));
        child.Arrive();
        Uri[] caps = [CapsOf(root.Login.SeedCapability!)["GetTexture"], CapsOf(neighbour)["GetTexture"]];
        Parallel.ForEach(caps, Download);
        Assert.That((Responses(Home) - before, Responses(Neighbour)), Is.EqualTo((Library.Length, Library.Length)));

        logged = Grid.Log().Length;
        OpenSimUser user = OpenSimUser.WithId(root.Login.AgentId);
        Grid.Console.Send($"teleport user {user.First} {user.Last} {Neighbour}/128/128/25");
        WaitForLog("Sending new CAPS seed url (.*)", logged);
        Loop.Invoke(child.Viewer.Enter);
        Download(caps[1]);
        Assert.That(Responses(Neighbour), Is.EqualTo(2 * Library.Length));
    }

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Neighbours = [Neighbour] };

    private Uri VisitAndDownload(int user)
    {
        using GridVisit visit = GridVisit.Begin(Loop, Grid, user, new ViewerOptions());
        Uri cap = CapsOf(visit.Login.SeedCapability!)["GetTexture"];
        Download(cap);
        return cap;
    }
}
