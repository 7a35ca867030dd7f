namespace Mongoose.Tests.Runtime.CommandLine;

public sealed class InterruptionTests
{
    [Test]
    public void The_first_request_ends_in_order_and_the_second_at_once()
    {
        int aborted = 0;
        using Interruption interruption = new(() => aborted++);
        interruption.Request();
        Assert.That((interruption.Token.IsCancellationRequested, interruption.Again.IsCancellationRequested, aborted), Is.EqualTo((true, false, 0)));
        interruption.Request();
        Assert.That((interruption.Again.IsCancellationRequested, aborted), Is.EqualTo((true, 1)));
    }
}
