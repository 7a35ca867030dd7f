namespace Mongoose.Tests.Mixer.Alignment;

public sealed class AlignedRecordingTests
{
    private const int Rate = 8000;

    private static short[] Source => SampleSpeech.Create(3, Rate).Samples.ToArray();

    [Test]
    public void A_delayed_and_quieter_copy_has_a_constant_lag()
    {
        short[] copy = new short[400].Concat(Source.Select(sample => (short)(sample / 3))).ToArray();
        AlignedRecording aligned = AlignedRecording.Compare(Source, copy, Rate);
        Assert.That(aligned.Lag, Is.EqualTo(0.05));
        Assert.That((aligned.Found, aligned.Gaps, aligned.Repeats, aligned.Skips), Is.EqualTo((1.0, 0, 0, 0)), aligned.ToString());
    }

    [Test]
    public void A_repeated_frame_is_one_repeat()
    {
        short[] copy = [.. Source[..8160], .. Source[8000..]];
        AlignedRecording aligned = AlignedRecording.Compare(Source, copy, Rate);
        Assert.That((aligned.Repeats, aligned.Skips), Is.EqualTo((1, 0)), aligned.ToString());
    }

    [Test]
    public void A_frame_left_out_is_one_skip()
    {
        short[] copy = [.. Source[..8000], .. Source[8160..]];
        AlignedRecording aligned = AlignedRecording.Compare(Source, copy, Rate);
        Assert.That((aligned.Repeats, aligned.Skips), Is.EqualTo((0, 1)), aligned.ToString());
    }

    [Test]
    public void Silence_in_place_of_speech_is_a_gap_and_moves_nothing()
    {
        short[] copy = Source;
        copy.AsSpan(8000, 1600).Clear();
        AlignedRecording aligned = AlignedRecording.Compare(Source, copy, Rate);
        Assert.That((aligned.Gaps, aligned.Repeats, aligned.Skips), Is.EqualTo((1, 0, 0)), aligned.ToString());
    }

    [Test]
    public void Other_speech_is_not_found()
    {
        short[] other = SampleSpeech.Create(3, Rate, seed: 2).Samples.ToArray();
        Assert.That(AlignedRecording.Compare(Source, other, Rate).Found, Is.LessThan(0.1));
    }
}
