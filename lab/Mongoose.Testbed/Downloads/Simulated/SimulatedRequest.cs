using Mongoose.Client.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Downloads.Simulated;

/// <summary>A simulated viewer's request, until it is over.</summary>
/// <param name="kind">The class whose connections are used.</param>
/// <param name="bytes">The length of the answer's body.</param>
/// <param name="over">Called when the request is over.</param>
internal sealed class SimulatedRequest(DownloadClass kind, int bytes, Action<FinishedRequest> over)
{
    public DownloadClass Class => kind;

    public int Bytes => bytes;

    public Instant WrittenAt { get; set; }

    public Instant? FirstByteAt { get; set; }

    /// <summary>The number of retries.</summary>
    public int Retries { get; set; }

    /// <summary>The number of the attempt that is running; null between attempts.</summary>
    public int? Attempt { get; set; }

    public void End(bool succeeded, Instant now) => over(new FinishedRequest(succeeded, WrittenAt, FirstByteAt, now));
}
