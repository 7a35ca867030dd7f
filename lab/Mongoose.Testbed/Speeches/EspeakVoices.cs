using System.Diagnostics;
using System.Globalization;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;

namespace Mongoose.Testbed.Speeches;

/// <summary>
/// Spoken texts by espeak-ng, a program that most Linux distributions have (Debian: <c>espeak-ng</c>): eight voices with a text each.
/// </summary>
internal static class EspeakVoices
{
    private const string Program = "espeak-ng";

    /// <summary>Longer than espeak-ng ever takes; ends another program of that name.</summary>
    private const int LimitMilliseconds = 10_000;

    private static readonly (string Name, int Pitch, int WordsPerMinute, string Text)[] Voices =
    [
        ("en-gb", 40, 160, "I am Arthur, and I read the news. The bridge over the river is open again, and trains run every ten minutes. "
            + "Tomorrow will be dry and bright."),
        ("en-us+f2", 60, 155, "My name is Bella, and I bake bread. Take one pound of flour, a pinch of salt and some warm water. "
            + "Then wait until the dough has risen."),
        ("en-gb-scotland+m3", 25, 150, "This is Callum from the harbour. Three boats are in, two are still out. "
            + "The wind turns west at noon, so come home before the tide."),
        ("en-us+f4", 75, 165, "Hello, Diana speaking. The library opens at nine. There is a reading for children on Monday, "
            + "and the new maps are on the second floor."),
        ("en-gb-x-rp+m1", 35, 145, "Edgar here, about the garden. Water the roses in the morning, never at noon. "
            + "The apples are nearly ripe, and the pears need another week."),
        ("en-us+f5", 50, 170, "Fiona with the traffic. The ring road is slow near the airport. Take the old coast road instead, "
            + "and leave ten minutes early."),
        ("en-gb-x-gbclan+m7", 15, 150, "I am George and I count. One, two, three, four, five, six, seven, eight, nine, ten. "
            + "And now back again: ten, nine, eight, seven, six."),
        ("en-us+f1", 90, 160, "And Hannah tells a story. Once upon a time a small grey mouse lived in a big old clock. "
            + "Every night it heard the hours strike above its head."),
    ];

    /// <summary>The number of different voices.</summary>
    public static int Count => Voices.Length;

    /// <summary>Whether the host has the program.</summary>
    public static bool AreInstalled => TrySpeak(0) is not null;

    /// <summary>The speech of a voice; null if the host has no working espeak-ng.</summary>
    public static Speech? TrySpeak(int source)
    {
        (string name, int pitch, int words, string text) = Voices[source % Voices.Length];
        // Sources beyond the voices have the same texts at another pitch.
        int shifted = Math.Min(99, pitch + 7 * (source / Voices.Length));
        ProcessStartInfo start = new(Program,
            ["-v", name, "-p", Number(shifted), "-s", Number(words), "--stdout", text])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        try
        {
            using Process process = Process.Start(start)!;
            process.ErrorDataReceived += (_, _) => { };
            process.BeginErrorReadLine();
            using MemoryStream wav = new();
            Task reading = process.StandardOutput.BaseStream.CopyToAsync(wav);
            if (!reading.Wait(LimitMilliseconds) || !process.WaitForExit(LimitMilliseconds))
            {
                process.Kill();
                return null;
            }
            return process.ExitCode == 0 && WavSpeech.Parse(wav.ToArray()) is { Samples.Length: > 0 } speech ? speech : null;
        }
        catch (Exception exception) when (exception is FormatException || Fault.IsOfHost(exception))
        {
            return null; // There is no such program, or it does something else.
        }
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
