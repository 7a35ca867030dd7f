namespace Mongoose.Testbed.Mixers;

/// <summary>The state of a flow's mixers at a moment.</summary>
/// <param name="Streams">Streams sent over the line, a mix included.</param>
/// <param name="Apart">Streams among them with a single voice.</param>
/// <param name="DelayMs">The one-way delay of the latest packet.</param>
/// <param name="MissingMs">The time of frames that were lost or late so far.</param>
internal sealed record MixerReading(int Streams, int Apart, double DelayMs, double MissingMs);
