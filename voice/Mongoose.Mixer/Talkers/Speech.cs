using Mongoose.Core.Units;

namespace Mongoose.Mixer.Talkers;

/// <summary>Recorded speech of one channel.</summary>
/// <param name="Rate">Samples per second, 1000 to 384 000.</param>
public readonly record struct Speech(ReadOnlyMemory<short> Samples, int Rate)
{
    public Duration Length => Duration.FromSeconds((double)Samples.Length / Rate);
}
