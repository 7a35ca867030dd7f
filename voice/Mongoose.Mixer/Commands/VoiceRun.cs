using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Commands;

/// <summary>Runs of verbs on the host's clock, and their messages.</summary>
internal static class VoiceRun
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    /// <summary>Reads the options of a verb.</summary>
    /// <param name="initial">The record with its default values.</param>
    /// <exception cref="FormatException">Options are wrong or missing; the message has a line for each.</exception>
    public static T Read<T>(ParseResult parsed, SettingOptions options, T initial)
        where T : notnull
    {
        CommandLineSource source = new(parsed, options, "", []);
        T read = source.Read(initial);
        return source.Problems.Count == 0 ? read : throw new FormatException(string.Join('\n', source.Problems));
    }

    /// <summary>Checks before a run whether its result can be written.</summary>
    /// <param name="json">The file of the result; null for none.</param>
    /// <exception cref="FormatException">It cannot; the message has the reason.</exception>
    public static void CheckWritable(string? json)
    {
        if (json is null or JsonFile.StandardOutput)
            return;
        try
        {
            OutputFile.CheckWritable(json);
        }
        catch (OutputException exception)
        {
            throw new FormatException(exception.Message, exception);
        }
    }

    /// <summary>Runs a verb; expected errors become one line each.</summary>
    public static int Guarded(ParseResult parsed, Func<int> run)
    {
        TextWriter error = parsed.InvocationConfiguration.Error;
        try
        {
            return run();
        }
        catch (FormatException exception)
        {
            return MixerCommand.Program.Refuse(error, exception.Message.Split('\n'));
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            return MixerCommand.Program.Refuse(error, [exception.Message]);
        }
        catch (Exception exception) when (exception is OutputException || PathFault.Is(exception))
        {
            return MixerCommand.Program.Fail(error, exception.Message, ExitCode.Runtime);
        }
    }

    /// <summary>Waits until a condition holds on the loop's thread, or a time has passed.</summary>
    /// <param name="length">The time; null for no limit.</param>
    /// <param name="interruption">Ends the wait.</param>
    /// <returns>Whether it was not interrupted.</returns>
    public static bool WaitUntil(RealTimeLoop loop, Duration? length, CancellationToken interruption, Func<bool> isOver)
    {
        Instant end = length is { } limit ? RealTimeLoop.Clock + limit : Instant.Never;
        while (RealTimeLoop.Clock < end && !loop.Invoke(isOver))
        {
            if (interruption.WaitHandle.WaitOne(PollInterval))
                return false;
        }
        return true;
    }
}
