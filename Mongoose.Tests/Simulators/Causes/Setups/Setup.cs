using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>
/// A set-up in which one cause is known to make visitors suffer, or limits them, made by means outside the product. Two of them together
/// are a pair.
/// </summary>
[SupportedOSPlatform("linux")]
internal abstract class Setup
{
    /// <summary>The set-up's name in tables, in words.</summary>
    public abstract string Name { get; }

    /// <summary>The cause's name on the page.</summary>
    public abstract string By { get; }

    /// <summary>Another name that is as true; null: none.</summary>
    public virtual string? Also => null;

    /// <summary>The parts of the simulator of which one is to be named, as the page names them; empty: none.</summary>
    public virtual IReadOnlyList<string> Parts => [];

    /// <summary>How soon the page names the cause, in seconds.</summary>
    public virtual int Soon => 10;

    /// <summary>
    /// The same without the cause, if only another simulator shows how visitors fare then: because OpenSim reads a setting at the start, or
    /// because path control takes a minute to find that a line carries more. Otherwise null: <see cref="End"/> ends the cause.
    /// </summary>
    public virtual Setup? Undone => null;

    /// <summary>What OpenSim logs as an error because of the cause; null: nothing.</summary>
    public virtual string? Error => null;

    /// <summary>Changes the simulator.</summary>
    public virtual OpenSimOptions Configure(OpenSimOptions options) => options;

    /// <summary>Changes a visitor.</summary>
    /// <param name="index">The visitor's number, from 0.</param>
    /// <param name="usual">The visitor without this set-up.</param>
    public virtual VisitorPlan Plan(int index, VisitorPlan usual) => usual;

    /// <summary>The numbers of the visitors whom the cause concerns.</summary>
    public IReadOnlyList<int> Whom { get; init; } = [.. Enumerable.Range(0, Crowd.Count)];

    /// <summary>Whether the visitor suffers from the cause, or is limited by it.</summary>
    public bool Concerns(int index) => Whom.Contains(index);

    /// <summary>Whether the cause cannot concern any other visitor: it is in their lines or viewers.</summary>
    public virtual bool IsConfined => true;

    /// <summary>The visitors whom the cause concerns.</summary>
    protected IEnumerable<Visitor> Concerned(Place place) => Whom.Select(index => place.Visitors[index]);

    public sealed override string ToString() => Name;

    /// <summary>The cause begins. All visitors are in the region.</summary>
    public virtual void Begin(Place place)
    {
    }

    /// <summary>The cause ends.</summary>
    public virtual void End(Place place)
    {
    }
}
