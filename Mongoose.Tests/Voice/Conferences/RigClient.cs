using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>A client that speaks and keeps what it hears by SSRC.</summary>
internal sealed class RigClient
{
    private readonly AudioDecoder _decoder;
    private readonly Duration _frame;
    private readonly Queue<short[]> _speech = new();
    private AudioEncoder _encoder;
    private int _samples;

    public RigClient(uint ssrc, Duration frame, AudioFormat speaks, AudioFormat hears)
    {
        (_frame, _samples) = (frame, speaks.SamplesIn(frame));
        (Ssrc, Speaks, Hears, Number, Timestamp) = (ssrc, speaks, hears, (ushort)ssrc, ssrc * 7);
        (_encoder, _decoder) = (AudioEncoder.Create(speaks, OpusOptions.Default), AudioDecoder.Create(hears));
    }

    public uint Ssrc { get; set; }

    public AudioFormat Speaks { get; private set; }

    public AudioFormat Hears { get; }

    /// <summary>The next packet's number and timestamp.</summary>
    public ushort Number { get; set; }

    public uint Timestamp { get; set; }

    /// <summary>By how much each packet comes later than it should.</summary>
    public Func<Duration> Jitter { get; set; } = () => Duration.Zero;

    /// <summary>Is called for the payload of each packet that is spoken.</summary>
    public Action<byte[]> Spoke { get; set; } = _ => { };

    /// <summary>When the latest packet was sent.</summary>
    public Instant SentAt { get; set; }

    /// <summary>What was heard of each stream.</summary>
    public Dictionary<uint, List<HeardPacket>> Heard { get; } = [];

    /// <summary>Is called for each packet that is heard.</summary>
    public Action<RtpHeader, Instant> Arrived { get; set; } = (_, _) => { };

    /// <summary>RTCP datagrams that were heard.</summary>
    public List<byte[]> Reports { get; } = [];

    public IEnumerable<HeardPacket> Packets => Heard.Values.SelectMany(stream => stream);

    /// <summary>Whether there is nothing left to say.</summary>
    public bool IsSilent => _speech.Count == 0;

    /// <summary>Speaks another format from now on.</summary>
    public void SpeakAs(AudioFormat format, OpusOptions? options = null)
    {
        (Speaks, _samples) = (format, format.SamplesIn(_frame));
        _encoder = AudioEncoder.Create(format, options ?? OpusOptions.Default);
    }

    /// <summary>Speaks samples, frame by frame.</summary>
    public short[] Say(short[] samples)
    {
        for (int at = 0; at + _samples <= samples.Length; at += _samples)
            _speech.Enqueue(samples[at..(at + _samples)]);
        return samples;
    }

    /// <summary>Says noise that is the same for the same seed, and that its format carries exactly.</summary>
    /// <returns>The samples.</returns>
    public short[] SayNoise(double seconds, int seed, int amplitude = 3000) => Say(Noise(seconds, seed, amplitude));

    public short[] Noise(double seconds, int seed, int amplitude = 3000)
    {
        Random random = new(seed);
        short[] samples = new short[(int)Math.Round(seconds * Speaks.SampleRate) / _samples * _samples];
        for (int i = 0; i < samples.Length; i++)
            samples[i] = (short)random.Next(-amplitude, amplitude);
        return Speaks.Codec == AudioCodec.L16 ? samples : AfterCoding(samples, Speaks);
    }

    /// <summary>What a codec makes of samples.</summary>
    public static short[] AfterCoding(short[] samples, AudioFormat format)
    {
        using AudioEncoder encoder = AudioEncoder.Create(format, default);
        using AudioDecoder decoder = AudioDecoder.Create(format);
        byte[] payload = new byte[samples.Length * format.SampleBytes];
        encoder.Encode(Array.ConvertAll(samples, sample => (float)sample), payload);
        float[] decoded = new float[samples.Length];
        decoder.Decode(payload, decoded);
        return Array.ConvertAll(decoded, sample => (short)sample);
    }

    public byte[]? NextPacket()
    {
        Timestamp += (uint)_samples;
        if (!_speech.TryDequeue(out short[]? speech))
            return null;
        Span<byte> payload = new byte[Math.Max(speech.Length * Speaks.SampleBytes, PayloadSizes.MaxOpusBytes)];
        payload = payload[.._encoder.Encode(Array.ConvertAll(speech, sample => (float)sample), payload)];
        Spoke(payload.ToArray());
        byte[] datagram = new byte[payload.Length + RtpPacket.HeaderBytes];
        RtpPacket.Write(datagram, new RtpHeader(PayloadTypes.Of(Speaks), false, Number++, Timestamp, Ssrc), [],
            payload);
        return datagram;
    }

    public void Received(ReadOnlySpan<byte> datagram, Instant now)
    {
        if (RtcpPacket.IsRtcp(datagram))
        {
            Reports.Add(datagram.ToArray());
            return;
        }
        Assert.That(RtpPacket.TryRead(datagram, out RtpPacket packet), Is.True);
        Arrived(packet.Header, now);
        float[] samples = new float[packet.Payload.Length / Hears.SampleBytes * Hears.Channels];
        _decoder.Decode(packet.Payload, samples);
        if (!Heard.TryGetValue(packet.Header.Ssrc, out List<HeardPacket>? stream))
            Heard.Add(packet.Header.Ssrc, stream = []);
        stream.Add(new HeardPacket(now, packet.Header, ContributorsOf(packet), Array.ConvertAll(samples, sample => (short)sample)));
    }

    /// <summary>All streams laid over each other by their timestamps, which are on one clock; of one channel, if there are two.</summary>
    public int[] Sum(int channel = 0)
    {
        HeardPacket[] all = Packets.ToArray();
        if (all.Length == 0)
            return [];
        uint first = all.Min(part => part.Header.Timestamp);
        int[] sum = new int[all.Max(part => (int)(part.Header.Timestamp - first) + part.Samples.Length / Hears.Channels)];
        foreach (HeardPacket part in all)
        {
            for (int i = 0; i < part.Samples.Length / Hears.Channels; i++)
                sum[(int)(part.Header.Timestamp - first) + i] += part.Samples[i * Hears.Channels + channel];
        }
        return sum;
    }

    private static uint[] ContributorsOf(in RtpPacket packet)
    {
        uint[] contributors = new uint[packet.SourceCount];
        for (int i = 0; i < contributors.Length; i++)
            contributors[i] = packet.SourceAt(i);
        return contributors;
    }
}

/// <summary>A packet that a client heard.</summary>
internal sealed record HeardPacket(Instant At, RtpHeader Header, uint[] Contributors, short[] Samples);
