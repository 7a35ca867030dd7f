using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Mongoose.Voice.Audio.Opus;

/// <summary>Functions and constants of opus.h and opus_defines.h.</summary>
internal static class OpusCalls
{
    /// <summary>The name by which the dynamic loader finds the library.</summary>
    public const string LibraryName = "libopus.so.0";

    public const int VoipApplication = 2048; // OPUS_APPLICATION_VOIP
    public const int SetBitRate = 4002, SetComplexity = 4010, GetLookahead = 4027, ResetState = 4028; // OPUS_SET_BITRATE_REQUEST and so on

    [DllImport(LibraryName)]
    public static extern nint opus_get_version_string();

    [DllImport(LibraryName)]
    public static extern EncoderHandle opus_encoder_create(int sampleRate, int channels, int application, out int error);

    [DllImport(LibraryName)]
    public static extern void opus_encoder_destroy(nint encoder);

    [DllImport(LibraryName)]
    public static extern int opus_encode_float(EncoderHandle encoder, in float samples, int samplesPerChannel, ref byte payload,
        int maxBytes);

    // Variadic in C. On 64-bit Linux, x64 and arm64, variadic integers and pointers are passed as in any other function.
    [DllImport(LibraryName)]
    public static extern int opus_encoder_ctl(EncoderHandle encoder, int request, int value);

    [DllImport(LibraryName)]
    public static extern int opus_encoder_ctl(EncoderHandle encoder, int request, out int value);

    [DllImport(LibraryName)]
    public static extern int opus_encoder_ctl(EncoderHandle encoder, int request);

    [DllImport(LibraryName)]
    public static extern DecoderHandle opus_decoder_create(int sampleRate, int channels, out int error);

    [DllImport(LibraryName)]
    public static extern void opus_decoder_destroy(nint decoder);

    [DllImport(LibraryName)]
    public static extern int opus_decode_float(DecoderHandle decoder, in byte payload, int bytes, ref float samples, int samplesPerChannel,
        int isFec);

    [DllImport(LibraryName)]
    public static extern int opus_decoder_ctl(DecoderHandle decoder, int request);
}

/// <summary>An OpusEncoder.</summary>
internal sealed class EncoderHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true)
{
    protected override bool ReleaseHandle()
    {
        OpusCalls.opus_encoder_destroy(handle);
        return true;
    }
}

/// <summary>An OpusDecoder.</summary>
internal sealed class DecoderHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true)
{
    protected override bool ReleaseHandle()
    {
        OpusCalls.opus_decoder_destroy(handle);
        return true;
    }
}
