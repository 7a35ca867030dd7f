using System.Text.Json;
using Mongoose.Core.Status.Page;
using Mongoose.Server.Status;
using Mongoose.Server.Status.History;
using Mongoose.Server.Tests.Status.History;

namespace Mongoose.Server.Tests.Status;

/// <summary>An avatar in the page's data: one number for all its circuits and arrivals.</summary>
public sealed class AvatarTests
{
    private static readonly Guid Ada = Guid.NewGuid();

    private readonly RegionRig _here = new("Here"), _there = new("There");
    private readonly StatusHistory _history = new(new FakeHealth(), () => 0);
    private readonly ArrivalWatch _arrivals = new(() => null);

    [Test]
    public void A_relog_has_another_circuit_and_the_same_avatar()
    {
        Visitor first = Enter(_here, isChild: false);
        Pass();
        (int Id, int Avatar, bool) before = Circuits().Single();
        first.Leave();
        Pass();
        Enter(_here, isChild: false);
        Pass();
        (int Id, int Avatar, bool) after = Circuits().Single();
        Assert.That(after.Avatar, Is.EqualTo(before.Avatar));
        Assert.That(after.Id, Is.Not.EqualTo(before.Id));
        Assert.That(Avatars("arrivals"), Is.EqualTo(new[] { after.Avatar, after.Avatar }));
    }

    [Test]
    public void After_a_border_the_avatar_s_circuit_there_is_the_one_that_is_no_child()
    {
        Visitor here = Enter(_here, isChild: false), there = Enter(_there, isChild: true);
        Pass();
        Assert.That(RootRegion(), Is.EqualTo("Here"));
        (here.View.SceneAgent, there.View.SceneAgent) = (there.View.SceneAgent, here.View.SceneAgent);
        Pass();
        Assert.That(RootRegion(), Is.EqualTo("There"));
        Assert.That(Avatars("visitors").Distinct().Count(), Is.EqualTo(1));
    }

    private static Visitor Enter(RegionRig region, bool isChild)
    {
        Visitor visitor = region.Enter(agent: Ada);
        visitor.View.SceneAgent = new Agent(isChild);
        return visitor;
    }

    private void Pass()
    {
        for (int second = 0; second < 2; second++)
        {
            _here.Run(1);
            _there.Run(1);
            _arrivals.Sample([_here.Server, _there.Server], _here.Now);
            _history.Sample([_here.Server, _there.Server], _here.Now);
        }
    }

    private string RootRegion() => Data("visitors").Single(circuit => !circuit.GetProperty("child").GetBoolean())
        .GetProperty("region").GetString()!;

    private IEnumerable<(int Id, int Avatar, bool IsChild)> Circuits() =>
        from circuit in Data("visitors")
        select (circuit.GetProperty("id").GetInt32(), circuit.GetProperty("avatar").GetInt32(), circuit.GetProperty("child").GetBoolean());

    private IEnumerable<int> Avatars(string list) => Data(list).Select(one => one.GetProperty("avatar").GetInt32());

    private JsonElement.ArrayEnumerator Data(string list) =>
        JsonDocument.Parse(PageJson.Write(PageReading.Read(_history, _arrivals.Newest, withNames: false, _here.Now), new PageRequest()))
            .RootElement.GetProperty(list).EnumerateArray();
}
