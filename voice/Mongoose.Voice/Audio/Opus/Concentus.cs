using System.Reflection;
using Concentus;
using Concentus.Enums;

namespace Mongoose.Voice.Audio.Opus;

/// <summary>Concentus, a port of libopus to C# that is shipped with this library.</summary>
internal sealed class Concentus : OpusLibrary
{
    public override string Name { get; } = "Concentus " + typeof(OpusCodecFactory).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    // Concentus would look for native libraries by names of its own. Which library runs is decided in OpusLibrary alone.
    static Concentus() => OpusCodecFactory.AttemptToUseNativeLibrary = false;

    internal override OpusEncoder CreateEncoder(AudioFormat format, OpusOptions options) => new Encoder(format, options);

    internal override OpusDecoder CreateDecoder(AudioFormat format) => new Decoder(format);

    private sealed class Encoder : OpusEncoder
    {
        private readonly global::Concentus.IOpusEncoder _encoder;

        public Encoder(AudioFormat format, OpusOptions options) : base(format)
        {
            _encoder = OpusCodecFactory.CreateEncoder(SampleRate, format.Channels, OpusApplication.OPUS_APPLICATION_VOIP);
            (_encoder.Bitrate, _encoder.Complexity) = (options.BitRate, options.Complexity);
        }

        public override int Lookahead => _encoder.Lookahead;

        protected override int Encode(ReadOnlySpan<float> frame, int length, Span<byte> payload)
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

        public override void Reset() => _encoder.ResetState();

        public override void Dispose() => _encoder.Dispose();
    }

    /// <summary>In packets of the hybrid mode, which speech at 32 kbit/s has, 2.2.2 falls silent within 10 ms of a loss.</summary>
    private sealed class Decoder(AudioFormat format) : OpusDecoder(format, new Concealment(format.SampleRate, format.Channels))
    {
        private readonly global::Concentus.IOpusDecoder _decoder = OpusCodecFactory.CreateDecoder(SampleRate, format.Channels);

        protected override int Decode(ReadOnlySpan<byte> payload, Span<float> samples, int length)
        {
            try
            {
                return _decoder.Decode(payload, samples, length, decode_fec: false);
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                // The payload is malformed. It comes from the network, so that no kind of exception may end the peer.
                return 0;
            }
        }

        public override void Reset()
        {
            _decoder.ResetState();
            base.Reset();
        }

        public override void Dispose() => _decoder.Dispose();
    }
}
