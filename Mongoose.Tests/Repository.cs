namespace Mongoose.Tests;

/// <summary>The checkout that the tests were built in.</summary>
internal static class Repository
{
    /// <summary>Its root; the test stops if it is run elsewhere.</summary>
    public static string Root()
    {
        DirectoryInfo? folder = new(TestContext.CurrentContext.TestDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "OpenSim.Region.Mongoose.sln")))
            folder = folder.Parent;
        Assert.That(folder, Is.Not.Null, "the tests run inside a checkout");
        return folder!.FullName;
    }
}
