namespace Mongoose.TestKit.Measuring;

/// <summary>
/// A case that takes more than a few seconds on a quiet host, with the reason why it cannot be made cheaper. `dotnet test` leaves such
/// cases out; `.ci/run --all` runs them (CONTRIBUTING.md).
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class SlowAttribute(string reason) : CategoryAttribute
{
    public string Reason { get; } = reason;
}
