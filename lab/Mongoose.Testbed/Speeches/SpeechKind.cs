namespace Mongoose.Testbed.Speeches;

/// <summary>The kinds of speech.</summary>
internal enum SpeechKind
{
    /// <summary>Noise without pauses, equally loud for all sources.</summary>
    Noise,

    /// <summary>Vowels, consonants and pauses like those of speech, made in code: the same on every host.</summary>
    Speech,

    /// <summary>Spoken texts, by espeak-ng if the host has it; else <see cref="Speech"/>.</summary>
    Spoken,
}
