namespace Mongoose.Mixer.Talkers;

/// <summary>Cuts speech into frames, once or in a loop with a pause of silence.</summary>
/// <param name="loops">Whether to repeat the speech.</param>
/// <param name="pause">Samples of silence before each repetition.</param>
internal sealed class SpeechFrames(RecordingResampling speech, bool loops, long pause)
{
    private long _position;

    /// <summary>Whether all speech was taken.</summary>
    public bool IsOver => speech.Length == 0 || !loops && _position >= speech.Length;

    /// <summary>The next samples of one channel; silence follows the last.</summary>
    public void Take(Span<float> frame)
    {
        frame.Clear();
        for (int done = 0; done < frame.Length && !IsOver;)
            done += TakePart(frame[done..]);
    }

    private int TakePart(Span<float> rest)
    {
        long place = loops ? _position % (speech.Length + pause) : _position;
        bool speaks = place < speech.Length;
        int length = (int)Math.Min(rest.Length, (speaks ? speech.Length : speech.Length + pause) - place);
        if (speaks)
            speech.Read(place, rest[..length]);
        _position += length;
        return length;
    }
}
