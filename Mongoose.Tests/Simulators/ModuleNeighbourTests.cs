using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// A neighbouring region that a viewer sees and then enters. OpenSim passes the viewer's throttles on to it; they must be the viewer's own.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ModuleNeighbourTests : TwoRegionsFixture
{
    [Test]
    public void Lent_share_never_reaches_a_neighbour_by_child_agent_or_teleport()
    {
        ChannelRates asked = Circuit(1.5);
        ViewerOptions options = new() { Throttle = asked, Textures = Textures(), RepeatTextures = true };
        int logged = Grid.Log().Length;
        GridVisit root = Visit(options);
        using GridVisit child = new(Loop, root.Login with { Region = UdpAddress.Loopback(Grid.NeighbourPorts[0]) },
            options with { IsChild = true, Textures = [] });
        // This message announces the neighbour to the viewer; the neighbour refuses a viewer that connects earlier.
        WaitForLog("is sending .* EnableSimulator for neighbour region", logged);
        child.Arrive();

        // The avatar flies far enough to make its region send updates, including the rates, to the neighbour repeatedly.
        Loop.Invoke(() => FlyBackAndForth(root.Viewer, steps: 0));
        AssertScaledAlike(asked, () => Rates(root, Neighbour, "Cd"), "the child's");
        Assert.That(() => Received(root, seconds: 3) / asked.Total,
            Is.GreaterThan(2 * (asked[Channel.Texture] / asked.Total)).After(PatienceMs, 200),
            "the textures' share of the circuit at home; otherwise nothing was lent");
        Assert.That(Rates(root, Home, "Rt"), Is.EqualTo(Kilobits(asked)), "at home");

        Teleport(root, child);
        Assert.That(() => Rates(root, Neighbour, "Rt"), Is.EqualTo(Kilobits(asked)).After(PatienceMs, 200), "with the avatar");
        Assert.That(Grid.Console.Ask("mongoose show circuits"),
            Has.Some.Match($@"\s{Neighbour}\s+Rt\s").And.None.Match($@"\s{Home}\s+Rt\s"));
        Assert.That(Rates(root, Home, "Cd"), Has.Length.EqualTo(ChannelRates.Count).Or.Empty);
    }

    /// <summary>
    /// Flies two seconds towards the neighbour and two seconds back; if it flew farther away, OpenSim would close the child agent.
    /// </summary>
    private void FlyBackAndForth(Viewer viewer, int steps)
    {
        if (viewer.State != ViewerState.Connected)
            return;
        bool isBack = steps / 20 % 2 == 1;
        viewer.SendAgentUpdate(isBack ? MathF.PI : 0, AgentControls.Forward | AgentControls.Fly);
        Loop.At(Loop.Now + Duration.FromMilliseconds(100), () => FlyBackAndForth(viewer, steps + 1));
    }

    /// <summary>
    /// Asserts that the rates of a child agent are scaled by one factor, which OpenSim computes from the distance. OpenSim begins with
    /// default rates.
    /// </summary>
    private static void AssertScaledAlike(ChannelRates asked, Func<int[]> shown, string whose)
    {
        int[] own = Kilobits(asked);
        Assert.That(() => IsScaled(shown()), Is.True.After(PatienceMs, 200), whose);
        HashSet<int> textures = [];
        for (int i = 0; i < 12 || (i < 60 && textures.Count < 2); i++)
        {
            Thread.Sleep(400);
            int[] rates = shown();
            Assert.That(IsScaled(rates), $"{whose} rates {string.Join(' ', rates)} of {string.Join(' ', own)}");
            textures.Add(rates[(int)Channel.Texture]);
        }
        Assert.That(textures, Has.Count.GreaterThan(1), $"{whose} rates follow the distance");

        bool IsScaled(int[] now)
        {
            if (now.Length != ChannelRates.Count)
                return false;
            double factor = (double)now[(int)Channel.Texture] / own[(int)Channel.Texture];
            // The console shows the rates truncated to whole kbit/s.
            return factor is >= 0.19 and <= 1 && now.Zip(own).All(pair => Math.Abs(pair.First - factor * pair.Second) <= 2);
        }
    }

    /// <summary>
    /// Teleports the avatar from the console. A log line shows when OpenSim would have ordered a viewer to enter the neighbour.
    /// </summary>
    private void Teleport(GridVisit root, GridVisit child)
    {
        OpenSimUser user = User(root);
        int logged = Grid.Log().Length;
        Grid.Console.Send($"teleport user {user.First} {user.Last} {Neighbour}/128/128/25");
        WaitForLog("Sending new CAPS seed url", logged);
        Loop.Invoke(child.Viewer.Enter);
    }

    /// <summary>The rates of the channels in OpenSim's "show throttles", in kbit/s; empty if the agent is not shown.</summary>
    private int[] Rates(GridVisit visit, string region, string type)
    {
        OpenSimUser user = User(visit);
        Regex row = new($@"^{user.First} {user.Last}\s+{region}\s+{type}\s+(?<figures>.*)");
        Match? found = Grid.Console.Ask("show throttles full").Select(line => row.Match(line)).FirstOrDefault(match => match.Success);
        return found is null ? [] : found.Groups["figures"].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^ChannelRates.Count..]
            .Select(figure => int.Parse(figure, CultureInfo.InvariantCulture)).ToArray();
    }

    private static int[] Kilobits(ChannelRates rates) =>
        Enum.GetValues<Channel>().Select(channel => (int)rates[channel].BytesPerSecond * 8 / 1000).ToArray();

    private static OpenSimUser User(GridVisit visit) => OpenSimUser.Number(BitConverter.ToInt32(visit.Login.AgentId.ToByteArray()));

    private DataRate Received(GridVisit visit, double seconds)
    {
        (long before, Instant from) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, Loop.Now));
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        (long after, Instant to) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, Loop.Now));
        return DataRate.Of(after - before, to - from);
    }
}
