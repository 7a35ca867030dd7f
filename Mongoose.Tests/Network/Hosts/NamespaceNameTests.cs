using Mongoose.Runtime.Hosts;

namespace Mongoose.Tests.Network.Hosts;

public sealed class NamespaceNameTests
{
    [Test, Platform("Linux")]
    public void A_new_name_belongs_to_this_process_and_is_unique()
    {
        NamespaceName name = NamespaceName.New("left"), other = NamespaceName.New("left");
        Assert.That(name.OwnerRuns);
        Assert.That(name.Owner, Is.EqualTo(Environment.ProcessId));
        Assert.That(name.ToString(), Does.StartWith("mongoose-").And.EndWith("-left").And.Not.EqualTo(other.ToString()));
        Assert.That(NamespaceName.Parse(name.ToString()), Is.EqualTo(name));
    }

    [Test, Platform("Linux")]
    public void A_process_that_reuses_the_id_of_an_ended_owner_is_not_the_owner()
    {
        NamespaceName name = NamespaceName.New("left");
        Assert.That((name with { OwnerStart = name.OwnerStart - 1 }).OwnerRuns, Is.False);
        Assert.That((name with { Owner = int.MaxValue }).OwnerRuns, Is.False);
    }

    [TestCase("mongoose")]
    [TestCase("mongoose-")]
    [TestCase("mongoose-1-2-left")]
    [TestCase("mongoose-1-2-3-left-right")]
    [TestCase("mongoose-1-x-3-left")]
    [TestCase("mongoose--1-2-left")]
    [TestCase("weasel-1-2-3-left")]
    [TestCase("")]
    public void A_name_of_another_form_is_not_the_testbeds(string name) => Assert.That(NamespaceName.Parse(name), Is.Null);
}
