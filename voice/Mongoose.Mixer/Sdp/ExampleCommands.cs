using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Sdp;

/// <summary>Command lines with which standard programs talk to a mixer.</summary>
internal static class ExampleCommands
{
    /// <summary>Records the mixer's stream, from a file with <see cref="ClientSession.Receiving"/>.</summary>
    public static string FfmpegReceiving(string sdpFile) => $"ffmpeg -protocol_whitelist file,udp,rtp -i {Quoted(sdpFile)} out.wav";

    /// <summary>
    /// Sends a file. FFmpeg sends frames as its filters produce them, so a filter cuts them to packets. Its RTCP would come from another
    /// port than its RTP, and go to the mixer's next port, which may be another client's.
    /// </summary>
    public static string FfmpegSending(ClientSession session, string wav)
    {
        AudioFormat format = session.Format;
        string frames = $"aresample={format.SampleRate},asetnsamples=n={SamplesPerPacket(session)}:p=0";
        string codec = format.Codec switch
        {
            AudioCodec.Pcmu => "pcm_mulaw",
            AudioCodec.Pcma => "pcm_alaw",
            AudioCodec.L16 => "pcm_s16be",
            _ => $"libopus -b:a 32k -frame_duration {session.FrameMilliseconds}",
        };
        string filter = format.Codec == AudioCodec.Opus ? "" : $" -af {frames}";
        string rate = format.Codec == AudioCodec.Opus ? " -ar 48000" : "";
        string size = format.Codec == AudioCodec.Opus ? ""
            : $"?pkt_size={RtpPacket.HeaderBytes + SamplesPerPacket(session) * format.SampleBytes}";
        return $"ffmpeg -re -i {Quoted(wav)}{filter} -ac {format.Channels}{rate} -c:a {codec} "
            + $"-payload_type {session.PayloadType} -rtpflags skip_rtcp -f rtp 'rtp://{session.Mixer}{size}'";
    }

    /// <summary>Sends a file in packets that are evenly paced.</summary>
    public static string GStreamerSending(ClientSession session, string wav)
    {
        AudioFormat format = session.Format;
        long nanoseconds = session.FrameMilliseconds * 1_000_000L;
        (string encoder, string payloader) = format.Codec switch
        {
            AudioCodec.Pcmu => ("mulawenc", "rtppcmupay"),
            AudioCodec.Pcma => ("alawenc", "rtppcmapay"),
            AudioCodec.L16 => ("", "rtpL16pay"),
            _ => ($"opusenc bitrate=32000 frame-size={session.FrameMilliseconds}", "rtpopuspay"),
        };
        string raw = $"audio/x-raw,rate={format.SampleRate},channels={format.Channels}";
        string[] elements =
        [
            $"filesrc location={Quoted(wav)}", "wavparse", "audioconvert", "audioresample", raw, encoder,
            $"{payloader} pt={session.PayloadType} min-ptime={nanoseconds} max-ptime={nanoseconds}",
            $"udpsink host={session.Mixer.ToEndPoint().Address} port={session.Mixer.Port} sync=true",
        ];
        return "gst-launch-1.0 " + string.Join(" ! ", elements.Where(element => element.Length > 0));
    }

    /// <summary>A word of a shell, in quotes if it has other characters than file names usually have.</summary>
    private static string Quoted(string word) =>
        word.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' or '/') ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private static int SamplesPerPacket(ClientSession session) => session.Format.SampleRate / 1000 * session.FrameMilliseconds;
}
