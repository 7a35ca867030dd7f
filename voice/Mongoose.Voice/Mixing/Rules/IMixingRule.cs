using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The rate adapter of one peer and direction: decides how many streams may be sent. It handles no audio, and reads no clock.
/// <para>Implementations are not thread-safe and allocate nothing after construction.</para>
/// </summary>
internal interface IMixingRule
{
    /// <summary>The streams that may be sent, a mix included; 0 while only probes are sent.</summary>
    int Streams { get; }

    /// <summary>The signal that decides the number of streams at present.</summary>
    MixingMode Mode { get; }

    /// <summary>Decides after a report that acknowledges packets.</summary>
    void OnReading(in PathReading reading);

    /// <summary>Called when packets have not been acknowledged for a time, so that the peer or the path is probably gone.</summary>
    void OnSilence(Instant now);
}
