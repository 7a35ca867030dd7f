using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>A file of vectors: the options of a requester, and the events that it receives.</summary>
/// <param name="Name">The name of the file, without its extension.</param>
/// <param name="What">A sentence that describes what the trace shows.</param>
/// <param name="Options">The options of the requester.</param>
/// <param name="BeganNs">The time at which the requester was created.</param>
/// <param name="Steps">The steps, in order of time.</param>
internal sealed record Trace(string Name, string What, TraceOptions Options, long BeganNs, IReadOnlyList<TraceStep> Steps)
{
    public TracePlayer Player() => new(Options, new Instant(BeganNs));
}

/// <summary>The options of a trace. A segment size of 0, or none, means the size of the circuit's own packets.</summary>
internal sealed record TraceOptions(long MinRateBps, long MaxRateBps, int FairSegmentBytes)
{
    public static TraceOptions From(RateControlOptions options) =>
        new(options.MinRate.BitsPerSecond, options.MaxRate.BitsPerSecond, options.FairSegmentBytes ?? 0);

    public RateControlOptions ToOptions() => new()
    {
        MinRate = DataRate.FromBitsPerSecond(MinRateBps),
        MaxRate = DataRate.FromBitsPerSecond(MaxRateBps),
        FairSegmentBytes = FairSegmentBytes == 0 ? null : FairSegmentBytes,
    };
}
