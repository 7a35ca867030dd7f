using System.Reflection;
using Concentus;
using Concentus.Enums;

namespace Mongoose.Voice.Audio.Opus;

/// <summary>Concentus, a port of libopus to C# that is shipped with this library.</summary>
internal sealed class ConcentusLibrary : OpusLibrary
{
    public override string Name { get; } = "Concentus " + typeof(OpusCodecFactory).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    // OpusLibrary alone decides which library runs; Concentus would search for native libraries under its own names.
    static ConcentusLibrary() => OpusCodecFactory.AttemptToUseNativeLibrary = false;

    /// <inheritdoc/>
    /// <remarks>In hybrid mode, which Opus uses for speech at 32 kbit/s, Concentus 2.2.2 falls silent within 10 ms of a loss.</remarks>
    internal override bool Conceals => false;

    internal override IOpusEncoder CreateEncoder(int channels, int bitRate, int complexity) =>
        new Encoder(channels, bitRate, complexity);

    internal override IOpusDecoder CreateDecoder(int channels) => new Decoder(channels);

    private sealed class Encoder : IOpusEncoder
    {
        private readonly Concentus.IOpusEncoder _encoder;

        public Encoder(int channels, int bitRate, int complexity)
        {
            _encoder = OpusCodecFactory.CreateEncoder(SampleRate, channels, OpusApplication.OPUS_APPLICATION_VOIP);
            (_encoder.Bitrate, _encoder.Complexity) = (bitRate, complexity);
        }

        public int Lookahead => _encoder.Lookahead;

        public int Encode(ReadOnlySpan<float> frame, int length, Span<byte> payload)
        {
            try
            {
                return _encoder.Encode(frame, length, payload, payload.Length);
            }
            catch (OpusException exception)
            {
                throw new InvalidOperationException(exception.Message, exception);
            }
        }

        public void Reset() => _encoder.ResetState();

        public void Dispose() => _encoder.Dispose();
    }

    private sealed class Decoder(int channels) : IOpusDecoder
    {
        private readonly Concentus.IOpusDecoder _decoder = OpusCodecFactory.CreateDecoder(SampleRate, channels);

        public int Decode(ReadOnlySpan<byte> payload, Span<float> samples, int length)
        {
            try
            {
                return _decoder.Decode(payload, samples, length, decode_fec: false);
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                // The payload is malformed. It comes from the network, so no exception may stop the peer.
                return 0;
            }
        }

        public void Reset() => _decoder.ResetState();

        public void Dispose() => _decoder.Dispose();
    }
}
