using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests;

/// <summary>The checkout that the tests were built in.</summary>
internal static class Repository
{
    /// <summary>Its root; the test stops if it is run elsewhere.</summary>
    public static string Root()
    {
        Assert.That(ReleaseTree.CheckoutRoot, Is.Not.Null, "the tests run inside a checkout");
        return ReleaseTree.CheckoutRoot!;
    }
}
