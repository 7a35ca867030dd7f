using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences;

/// <summary>The options of a conference.</summary>
/// <param name="Frame">The time of a frame; 10 to 60 ms.</param>
/// <param name="Seed">Differs from start to start: the conference's id and its own SSRCs follow from it.</param>
/// <param name="Sources">Settings of sources, by their names.</param>
public sealed record ConferenceOptions(Duration Frame, ulong Seed, IReadOnlyList<SourceOptions> Sources)
{
    /// <summary>Creates the decoder of a format.</summary>
    internal Func<AudioFormat, AudioDecoder> Decoder { get; init; } = AudioDecoder.Create;
}

/// <summary>Sends a datagram to a peer.</summary>
/// <param name="datagram">Valid during the call only.</param>
public delegate void PeerSender(int peer, ReadOnlySpan<byte> datagram);
