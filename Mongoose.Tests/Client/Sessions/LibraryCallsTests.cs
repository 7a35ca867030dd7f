using Mongoose.Client.Sessions.LibreMetaverse;

namespace Mongoose.Tests.Client.Sessions;

public sealed class LibraryCallsTests
{
    private static readonly Exception[] Thrown =
        [new NullReferenceException(), new TimeoutException(), new OperationCanceledException(), new ObjectDisposedException("client"),
            new KeyNotFoundException()];

    [TestCase(true)]
    [TestCase(false)]
    public async Task The_librarys_result_is_returned(bool says) =>
        Assert.That(await LibraryCalls.SucceedsAsync(() => Task.FromResult(says)), Is.EqualTo(says));

    [TestCaseSource(nameof(Thrown))]
    public async Task Any_exception_immediate_or_later_is_a_failure(Exception exception)
    {
        Assert.That(await LibraryCalls.SucceedsAsync(() => throw exception), Is.False);
        Assert.That(await LibraryCalls.SucceedsAsync(() => Task.FromException<bool>(exception)), Is.False);
        Assert.That(await LibraryCalls.SucceedsAsync(Later), Is.False);

        async Task<bool> Later()
        {
            await Task.Yield();
            throw exception;
        }
    }
}
