using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The rate adapter of one peer and direction: decides how many streams may be sent. It knows no audio, and it reads no clock.
/// <para>Implementations are not thread-safe and allocate nothing after construction.</para>
/// </summary>
internal interface IMixingRule
{
    /// <summary>The streams that may be sent, a mix included; 0 while only probes are sent.</summary>
    int Streams { get; }

    /// <summary>What the number of streams follows at present.</summary>
    MixingMode Mode { get; }

    /// <summary>Decides after a report that acknowledges packets.</summary>
    void OnReading(in PathReading reading);

    /// <summary>No packet has been acknowledged for so long that the peer or the path seems gone.</summary>
    void OnSilence(Instant now);
}
