using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences;

/// <summary>The options of a conference.</summary>
/// <param name="Frame">The length of a frame; 10 to 60 ms.</param>
/// <param name="Seed">A number that differs at each start. The conference derives its id and its own SSRCs from it.</param>
/// <param name="Sources">The settings of sources, which have the sources' names.</param>
public sealed record ConferenceOptions(Duration Frame, ulong Seed, IReadOnlyList<SourceOptions> Sources)
{
    /// <summary>Creates the decoder of a format.</summary>
    internal Func<AudioFormat, AudioDecoder> Decoder { get; init; } = AudioDecoder.Create;
}

/// <summary>Sends a datagram to a peer.</summary>
/// <param name="datagram">The datagram; valid only during the call.</param>
public delegate void PeerSender(int peer, ReadOnlySpan<byte> datagram);
