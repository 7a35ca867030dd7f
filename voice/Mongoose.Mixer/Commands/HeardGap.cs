namespace Mongoose.Mixer.Commands;

/// <summary>A gap, in seconds from the start of the recording.</summary>
internal readonly record struct HeardGap(double StartS, double LengthS);
