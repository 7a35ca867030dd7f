using Mongoose.Server.Outbound;
using OpenMetaverse;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>The numbers by which readers without names know avatars.</summary>
public sealed class AvatarNumbersTests
{
    private static readonly UUID Ada = new(Guid.NewGuid()), Zoe = new(Guid.NewGuid());

    [Test]
    public void An_avatar_keeps_its_number_and_no_other_gets_it()
    {
        AvatarNumbers numbers = new();
        UUID[] came = [Ada, Zoe, Ada, new(Guid.NewGuid()), Zoe];
        Assert.That(came.Select(numbers.Of), Is.EqualTo(new[] { 1, 2, 1, 3, 2 }));
    }

    [Test]
    public void A_relog_and_a_circuit_to_a_neighbour_have_the_avatar_s_number_and_numbers_of_their_own()
    {
        RegionRig here = new(), neighbour = new();
        Visitor first = here.Enter(agent: Ada.Guid), child = neighbour.Enter(agent: Ada.Guid), other = here.Enter(agent: Zoe.Guid);
        ClientCircuit[] open = [first.Circuit.Port, child.Circuit.Port, other.Circuit.Port];
        first.Leave();
        here.Run(0.1);
        ClientCircuit again = here.Enter(agent: Ada.Guid).Circuit.Port;
        Assert.That(open.Append(again).Select(circuit => circuit.Avatar),
            Is.EqualTo(new[] { again.Avatar, again.Avatar, open[2].Avatar, again.Avatar }));
        Assert.That(open[2].Avatar, Is.Not.EqualTo(again.Avatar));
        Assert.That(open.Append(again).Select(circuit => circuit.Number), Is.Unique);
    }
}
