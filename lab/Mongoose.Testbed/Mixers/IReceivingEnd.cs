using Mongoose.Core.Units;

namespace Mongoose.Testbed.Mixers;

/// <summary>Receives the voices that come over the line. Use it on its scheduler's thread.</summary>
internal interface IReceivingEnd : IDisposable
{
    /// <summary>
    /// The time of frames that were lost on the line or too late: counted once per packet of a trunk, else summed over all streams.
    /// </summary>
    Duration Missing { get; }

    /// <summary>The longest delay that waiting for late packets adds now; null if this end plays nothing.</summary>
    Duration? PlayoutDelay { get; }

    /// <summary>The error that ended the recording; null if there was none.</summary>
    string? Failure { get; }

    void Start();

    void Stop();
}
