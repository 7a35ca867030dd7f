using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences;

/// <summary>The options of a conference.</summary>
/// <param name="Frame">The length of a frame: 10, 20, 40 or 60 ms, or 30 ms without Opus. The caller checks that.</param>
/// <param name="Seed">A number that differs at each start. The conference derives its id and its own SSRCs from it.</param>
/// <param name="Sources">The settings of sources, matched by name.</param>
public sealed record ConferenceOptions(Duration Frame, ulong Seed, IReadOnlyList<SourceOptions> Sources)
{
    /// <summary>Creates the decoder of a format.</summary>
    internal Func<AudioFormat, AudioDecoder> Decoder { get; init; } = AudioDecoder.Create;
}

/// <summary>Sends a datagram to a peer.</summary>
/// <param name="peer">The peer's index in the list given to the conference.</param>
/// <param name="datagram">The datagram; valid only during the call.</param>
public delegate void PeerSender(int peer, ReadOnlySpan<byte> datagram);
