namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Finds known voices in what was heard, and what is left without them.</summary>
internal static class HeardVoices
{
    /// <summary>Samples at its beginning by which a voice is found.</summary>
    private const int Template = 3200;

    /// <summary>Concealment after the end of a voice: 60 ms, and the frame in which it begins.</summary>
    private const int Tail = 640;

    /// <summary>Where a voice begins; -1 if it is not heard.</summary>
    public static int Find(int[] heard, short[] voice)
    {
        int length = Math.Min(Template, voice.Length);
        double power = 0;
        for (int i = 0; i < length; i++)
            power += (double)voice[i] * voice[i];
        (int best, double most) = (-1, 0.0);
        double heardPower = heard.Take(length).Sum(sample => (double)sample * sample);
        for (int at = 0; at + length <= heard.Length; at++)
        {
            double match = Match(heard.AsSpan(at, length), voice);
            if (match > power / 2 && match / Math.Sqrt(heardPower) > most)
                (best, most) = (at, match / Math.Sqrt(heardPower));
            if (at + length < heard.Length)
                heardPower += (double)heard[at + length] * heard[at + length] - (double)heard[at] * heard[at];
        }
        return best;
    }

    private static double Match(ReadOnlySpan<int> heard, short[] voice)
    {
        long match = 0;
        for (int i = 0; i < heard.Length; i++)
            match += (long)heard[i] * voice[i];
        return match;
    }

    /// <summary>
    /// The largest difference between what was heard and the sum of the voices, each at one place and in full; the tails of voices do not
    /// count.
    /// </summary>
    public static int Residual(int[] heard, params short[][] voices)
    {
        int[] rest = (int[])heard.Clone();
        bool[] isTail = new bool[rest.Length];
        foreach (short[] voice in voices)
        {
            int at = Find(heard, voice);
            Assert.That(at, Is.GreaterThanOrEqualTo(0), "a voice is not heard");
            Assert.That(at + voice.Length, Is.LessThanOrEqualTo(heard.Length), "the end of a voice is not heard");
            for (int i = 0; i < voice.Length; i++)
                rest[at + i] -= voice[i];
            for (int i = at + voice.Length; i < Math.Min(at + voice.Length + Tail, rest.Length); i++)
                isTail[i] = true;
        }
        return rest.Where((_, i) => !isTail[i]).Max(Math.Abs);
    }
}
