namespace Mongoose.Client.Activities;

/// <summary>Looks about and does nothing else.</summary>
internal sealed class Standing(Random random) : IActivity
{
    public Act Next() => new(random.SecondsBetween(5, 15)) { Heading = random.AnyHeading() };
}
