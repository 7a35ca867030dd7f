using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Commands;

/// <summary>Creates the mixer's verbs, and runs them on the host's clock.</summary>
internal static class MixerVerb
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    /// <summary>Creates a verb whose expected errors become one line each.</summary>
    public static Command Create(string name, string description, Func<ParseResult, int> run, IEnumerable<Option> options,
        params Argument[] arguments)
    {
        Command verb = new(name, description);
        foreach (Argument argument in arguments)
            verb.Add(argument);
        foreach (Option option in options)
            verb.Add(option);
        verb.SetAction(parsed => Guarded(parsed, () => run(parsed)));
        return verb;
    }

    /// <summary>Creates a verb with the options of a record.</summary>
    /// <param name="initial">The record with its default values.</param>
    public static Command Create<T>(string name, string description, T initial, Func<T, ParseResult, int> run, params Argument[] arguments)
        where T : notnull
    {
        SettingOptions options = new(initial);
        return Create(name, description, parsed => run(Read(parsed, options, initial), parsed), options.All, arguments);
    }

    /// <exception cref="FormatException">Options are wrong or missing; the message has a line for each.</exception>
    private static T Read<T>(ParseResult parsed, SettingOptions options, T initial)
        where T : notnull
    {
        CommandLineSource source = new(parsed, options, "", []);
        T read = source.Read(initial);
        return source.Problems.Count == 0 ? read : throw new FormatException(string.Join('\n', source.Problems));
    }

    /// <summary>Checks before a run whether its result can be written.</summary>
    /// <param name="json">The file of the result; null for none.</param>
    /// <exception cref="FormatException">The result cannot be written; the message has the reason.</exception>
    public static void CheckWritable(string? json)
    {
        try
        {
            OutputFile.CheckOutput(json);
        }
        catch (OutputException exception)
        {
            throw new FormatException(exception.Message, exception);
        }
    }

    /// <summary>Runs something on a loop of its own until a condition holds, a time has passed, or it is interrupted.</summary>
    /// <param name="length">The time; null for no limit.</param>
    /// <returns>The object that ran, now disposed of, and whether the run was not interrupted.</returns>
    public static (T Ran, bool Finished) Run<T>(string name, Func<RealTimeLoop, T> open, Action<T> start, Func<T, bool> isOver,
        Duration? length, CancellationToken interruption)
        where T : IDisposable
    {
        using RealTimeLoop loop = new(name);
        T running = loop.Invoke(() => open(loop));
        try
        {
            loop.Invoke(() => start(running));
            return (running, WaitUntil(loop, length, interruption, () => isOver(running)));
        }
        finally
        {
            loop.Invoke(running.Dispose);
        }
    }

    private static int Guarded(ParseResult parsed, Func<int> run)
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
        catch (Exception exception) when (exception is OutputException || Fault.IsOfHost(exception))
        {
            return MixerCommand.Program.Fail(error, Fault.TextOf(exception), ExitCode.Runtime);
        }
    }

    /// <summary>Waits until a condition holds on the loop's thread, or a time has passed; returns whether it was not interrupted.</summary>
    private static bool WaitUntil(RealTimeLoop loop, Duration? length, CancellationToken interruption, Func<bool> isOver)
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
