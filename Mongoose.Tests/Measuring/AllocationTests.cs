namespace Mongoose.Tests.Measuring;

public class AllocationTests
{
    [Test]
    public void Work_that_allocates_in_every_run_is_counted()
    {
        object? kept = null;
        long bytes = Allocation.FewestBytes(() => kept = new byte[1000]);
        Assert.That(bytes, Is.InRange(1000, 1100));
        Assert.That(kept, Is.Not.Null);
    }

    [Test]
    public void What_a_single_run_allocates_does_not_count([Values(1, 2, 3, 4)] int run)
    {
        int runs = 0;
        object? kept = null;
        long bytes = Allocation.FewestBytes(() => kept = ++runs == run ? new byte[1000] : kept);
        Assert.That(bytes, Is.Zero);
        Assert.That(kept, Is.Not.Null);
    }
}
