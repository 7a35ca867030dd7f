using Mongoose.Mixer.Janus;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>The measurements of the mixer.</summary>
internal static class MixingVerbs
{
    private static readonly Dictionary<string, Verb> Verbs = new()
    {
        ["mixer-cost"] = new(MixerCost.Run, () => MixerCost.Missing, "participants", "seconds", "rounds"),
        ["mixer-delay"] = new(MixerDelay.Run, () => MixerCost.Missing, "seconds", "rounds"),
        ["mixer-forwarding"] = new(ForwardingCost.Run, () => null, "streams", "rounds"),
        ["mixer-scale"] = new(MixerScale.Run, () => null, "minutes"),
        ["mixer-lateness"] = new(MixerLateness.Run, () => null, "seconds"),
        ["mixer-drift"] = new(ClockDrift.Run, () => null, "minutes"),
    };

    public static bool Has(string verb) => Verbs.ContainsKey(verb);

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static int Run(string verb, string[] arguments, TextWriter output, TextWriter error)
    {
        Verb found = Verbs[verb];
        try
        {
            VerbOptions options = new(arguments, found.Options);
            return found.Missing() is { } missing ? Refuse(missing) : found.Run(options, output);
        }
        catch (FormatException exception)
        {
            return Refuse($"{verb}: {exception.Message}");
        }
        catch (Exception exception) when (exception is IOException or JanusException or NotSupportedException)
        {
            return Refuse($"{verb}: {exception.Message}", ExitCode.Runtime);
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }

        int Refuse(string message, int code = ExitCode.Usage)
        {
            error.WriteLine(message);
            return code;
        }
    }

    private sealed record Verb(Func<VerbOptions, TextWriter, int> Run, Func<string?> Missing, params string[] Options);
}
