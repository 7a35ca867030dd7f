namespace Mongoose.Tests.Simulators.Causes.Visitors;

/// <summary>The visitors of a set-up: four load scenery by their circuits, two only look on.</summary>
internal static class Crowd
{
    /// <summary>The number of visitors.</summary>
    public const int Count = 6;

    private const int Busy = 4;

    /// <summary>Whether the visitor loads scenery.</summary>
    public static bool IsBusy(int index) => index < Busy;

    /// <summary>A visitor whom nothing limits.</summary>
    public static VisitorPlan Plan(int index) => new() { LineNumber = index, Loads = IsBusy(index) ? 1 : 0.1 };

    /// <summary>The same, but who loads scenery loads all that arrives, so that the simulator has work.</summary>
    public static VisitorPlan Eager(int index, VisitorPlan usual) => IsBusy(index) ? usual with { Asks = 8, Loads = null } : usual;
}
