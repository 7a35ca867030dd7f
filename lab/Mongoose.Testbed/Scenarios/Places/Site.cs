using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>The site of one end of a flow: its clock and network, and its thread if it has one.</summary>
/// <param name="own">The site's thread; null in simulated time, where everything runs on the caller's thread.</param>
internal sealed class Site(IScheduler scheduler, INetwork network, RealTimeLoop? own = null)
{
    /// <summary>Creates a site on the host's clock: a loop with its own thread.</summary>
    public Site(RealTimeLoop loop)
        : this(loop, loop, loop)
    {
    }

    public IScheduler Scheduler => scheduler;

    public INetwork Network => network;

    /// <summary>The loop whose thread runs the site.</summary>
    /// <exception cref="InvalidOperationException">The site is in simulated time.</exception>
    public RealTimeLoop Loop => own ?? throw new InvalidOperationException("a site in simulated time has no loop");

    /// <summary>Processor time of the site's thread so far; null in simulated time, or if the platform does not report it.</summary>
    public Duration? ProcessorTime => own?.Invoke(ThreadCpuTime.Current);

    /// <summary>Runs the function on the site's thread and waits for its result. Do not call this on that thread.</summary>
    public T Invoke<T>(Func<T> function) => own is { } loop ? loop.Invoke(function) : function();

    /// <inheritdoc cref="Invoke{T}"/>
    public void Invoke(Action action)
    {
        if (own is { } loop)
            loop.Invoke(action);
        else
            action();
    }
}
