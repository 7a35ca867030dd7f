namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The file of the status page; it needs no browser.</summary>
public sealed class StatusPageSizeTests
{
    [Test]
    public void The_page_is_no_larger_than_90_kB() => Assert.That(PageServer.PageBytes, Has.Length.LessThanOrEqualTo(90_000));
}
