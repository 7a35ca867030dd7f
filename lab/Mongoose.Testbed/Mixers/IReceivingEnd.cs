using Mongoose.Core.Units;

namespace Mongoose.Testbed.Mixers;

/// <summary>Hears what comes over the line. Use it on its scheduler's thread.</summary>
internal interface IReceivingEnd : IDisposable
{
    /// <summary>
    /// The time of frames that were lost on the line or too late: of a trunk, of whole packets; else of all streams together.
    /// </summary>
    Duration Missing { get; }

    /// <summary>The longest delay now that waiting for late packets adds; null if it plays nothing.</summary>
    Duration? PlayoutDelay { get; }

    /// <summary>Why it ended before it was stopped; null if it did not.</summary>
    string? Failure { get; }

    void Start();

    void Stop();
}
