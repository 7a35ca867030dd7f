using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Talkers;

/// <summary>Makes the RTP packets of a talker, one for each frame of speech.</summary>
internal sealed class SpeechPackets : IDisposable
{
    private const int MaxPacketBytes = 16_384;

    private readonly TalkerOptions _options;
    private readonly SpeechFrames _speech;
    private readonly AudioEncoder _encoder;
    private readonly SilenceDetector _silence;
    private readonly float[] _mono, _frame;
    private readonly byte[] _payload = new byte[MaxPacketBytes];
    private readonly byte[] _datagram = new byte[MaxPacketBytes + RtpPacket.HeaderBytes + LevelExtension.Bytes];
    private readonly uint _ssrc;
    private ushort _number;
    private uint _timestamp;
    private bool _isFirst = true;

    public SpeechPackets(Speech speech, TalkerOptions options, uint ssrc, ushort number, uint timestamp)
    {
        (_options, _ssrc, _number, _timestamp) = (options, ssrc, number, timestamp);
        AudioFormat format = options.Format;
        _encoder = AudioEncoder.Create(format, options.Opus);
        _speech = new SpeechFrames(new RecordingResampling(speech, format.SampleRate), options.IsLooping, SamplesOf(options.Pause));
        _silence = new SilenceDetector(options.Frame);
        _mono = new float[SamplesOf(options.Frame)];
        _frame = new float[_mono.Length * format.Channels];
    }

    public bool IsOver => _speech.IsOver;

    /// <summary>Bytes of payload of the last packet.</summary>
    public int PayloadBytes { get; private set; }

    /// <summary>Takes the next frame.</summary>
    /// <returns>Its packet, valid until the next call; empty for a silent frame that is not sent.</returns>
    public ReadOnlySpan<byte> Next()
    {
        _speech.Take(_mono);
        byte level = LevelMeter.Level(_mono);
        _silence.Next(level);
        uint timestamp = _timestamp;
        _timestamp += (uint)_mono.Length;
        if (_options.SkipsSilence && _silence.IsSilent)
        {
            _isFirst = true;
            return [];
        }
        return Write(timestamp, level);
    }

    /// <summary>Leaves out a frame that is too late to be sent.</summary>
    public void Skip()
    {
        _speech.Take(_mono);
        _timestamp += (uint)_mono.Length;
        _isFirst = true;
    }

    public void Dispose() => _encoder.Dispose();

    private ReadOnlySpan<byte> Write(uint timestamp, byte level)
    {
        // All channels carry the same speech.
        for (int i = 0; i < _frame.Length; i++)
            _frame[i] = _mono[i / _options.Format.Channels];
        PayloadBytes = _encoder.Encode(_frame, _payload);
        RtpHeader header = new(_options.EffectivePayloadType, _isFirst, _number++, timestamp, _ssrc);
        _isFirst = false;
        int length = RtpPacket.Write(_datagram, header, [], _payload.AsSpan(0, PayloadBytes));
        if (_options.LevelExtension > 0)
            length = LevelExtension.Insert(_datagram, length, _options.LevelExtension, level, !_silence.IsSilent);
        return _datagram.AsSpan(0, length);
    }

    private int SamplesOf(Duration time) => (int)Math.Round(time.Seconds * _options.Format.SampleRate);
}
