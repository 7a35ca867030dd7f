namespace Mongoose.TestKit;

/// <summary>The checkout that the tests were built in.</summary>
internal static class Repository
{
    /// <summary>Its root; the test stops if it is run elsewhere.</summary>
    public static string Root()
    {
        string? root = CheckoutFolder.Find();
        Assert.That(root, Is.Not.Null, "the tests run inside a checkout");
        return root!;
    }
}
