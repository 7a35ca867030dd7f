using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.ViewerPort.Vectors;

/// <summary>A file of vectors: the options of a requester, and what happens to it step by step.</summary>
/// <param name="Name">The file's, without its extension.</param>
/// <param name="What">What it shows, in a sentence.</param>
/// <param name="Options">The requester's.</param>
/// <param name="BeganNs">When it was made.</param>
/// <param name="Steps">In the order of their happening.</param>
internal sealed record Trace(string Name, string What, TraceOptions Options, long BeganNs, IReadOnlyList<TraceStep> Steps)
{
    public TracePlayer Player() => new(Options, new Instant(BeganNs));
}

/// <summary>The options of a trace; segments of 0 bytes, or none, are the stream's own.</summary>
internal sealed record TraceOptions(long MinRateBps, long MaxRateBps, int FairSegmentBytes)
{
    public static TraceOptions Of(RateControlOptions options) =>
        new(options.MinRate.BitsPerSecond, options.MaxRate.BitsPerSecond, options.FairSegmentBytes ?? 0);

    public RateControlOptions ToOptions() => new()
    {
        MinRate = DataRate.FromBitsPerSecond(MinRateBps),
        MaxRate = DataRate.FromBitsPerSecond(MaxRateBps),
        FairSegmentBytes = FairSegmentBytes == 0 ? null : FairSegmentBytes,
    };
}
