namespace Mongoose.Voice.Conferences.Sources;

/// <summary>The payloads of a source's latest frames, so that a decoder that starts within a stream can catch up.</summary>
/// <param name="frames">The number of frames to keep, including the present one.</param>
internal sealed class PayloadHistory(int frames)
{
    private const int UsualBytes = 512;

    private readonly byte[][] _payloads = Enumerable.Repeat(Array.Empty<byte>(), frames).ToArray();
    private readonly int[] _lengths = new int[frames];
    private int _now;

    /// <summary>Frames before the present one that are kept.</summary>
    public int Before => frames - 1;

    /// <summary>The payload of the present frame; empty if it has none.</summary>
    public ReadOnlySpan<byte> Now => Back(0);

    /// <summary>The payload of an earlier frame; empty if it had none.</summary>
    /// <param name="frame">The number of frames before, at most <see cref="Before"/>.</param>
    public ReadOnlySpan<byte> Back(int frame)
    {
        int slot = (_now + frame) % frames;
        return _payloads[slot].AsSpan(0, _lengths[slot]);
    }

    /// <summary>Begins a frame without a payload.</summary>
    public void Begin()
    {
        _now = (_now + frames - 1) % frames;
        _lengths[_now] = 0;
    }

    /// <summary>Sets the payload of the present frame; empty for none.</summary>
    public void Set(ReadOnlySpan<byte> payload)
    {
        if (_payloads[_now].Length < payload.Length)
            _payloads[_now] = new byte[Math.Max(payload.Length, UsualBytes)];
        payload.CopyTo(_payloads[_now]);
        _lengths[_now] = payload.Length;
    }

    /// <summary>Removes all payloads.</summary>
    public void Clear() => Array.Clear(_lengths);
}
