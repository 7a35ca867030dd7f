using System.Numerics;

namespace Mongoose.Client.Activities;

/// <summary>Stands for some seconds, then goes elsewhere at once.</summary>
internal sealed class Teleporting(Random random) : IActivity
{
    /// <summary>Away from the borders of a region of 256 m, and above most ground.</summary>
    private const double Least = 32, Most = 224, Height = 30;

    public Act Next() => new(random.SecondsBetween(8, 15))
    {
        TeleportTo = new Vector3(random.Between(Least, Most), random.Between(Least, Most), (float)Height),
    };
}
