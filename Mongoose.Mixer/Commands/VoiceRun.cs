using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Commands;

/// <summary>Runs of verbs on the host's clock, and their messages.</summary>
internal static class VoiceRun
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    /// <summary>Runs a verb; what can go wrong becomes one line.</summary>
    public static int Guarded(ParseResult parsed, Func<int> run)
    {
        TextWriter error = parsed.InvocationConfiguration.Error;
        try
        {
            return run();
        }
        catch (FormatException exception)
        {
            return MixerCommand.Refuse(error, exception.Message.Split('\n'));
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            return MixerCommand.Refuse(error, [exception.Message]);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or NotSupportedException or OutputException)
        {
            return MixerCommand.Fail(error, exception.Message, ExitCode.Runtime);
        }
    }

    /// <summary>Waits until a condition holds on the loop's thread, or a time has passed.</summary>
    /// <param name="loop">The loop.</param>
    /// <param name="length">The time; null for no limit.</param>
    /// <param name="interruption">Ends the wait.</param>
    /// <param name="isOver">The condition.</param>
    /// <returns>Whether it was not interrupted.</returns>
    public static bool Wait(RealTimeLoop loop, Duration? length, CancellationToken interruption, Func<bool> isOver)
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
