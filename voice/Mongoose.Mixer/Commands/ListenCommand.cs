using System.CommandLine;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Wav;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Commands;

/// <summary>The verb "listen": records voices to WAV files.</summary>
internal sealed class ListenCommand
{
    private const string Description = """
        Record each voice to a WAV file of its own, NAME-SSRC.wav. All files begin when the recording does, with silence in pauses and for what was lost, so
        that they can be laid over each other. Files that exist are kept; after 4 GiB, another file continues a recording. Announces itself by RTCP every
        second, so that a mixer learns its address, and reports what arrives (RFC 3550, RFC 8888). Ctrl-C ends the recording. After a crash, the files lack
        the last second.

        Exit codes: 0 success, 1 runtime failure, 2 invalid command line, 3 no voice was heard, 105 interrupted (everything up to then is recorded).
        """;

    private readonly Argument<string> _folder = new("folder") { Description = "The folder of the files; created if it is missing" };

    public Command Create() => MixerVerb.Create("listen", Description, new ListenOptions(), Run, _folder);

    private int Run(ListenOptions options, ParseResult parsed)
    {
        MixerVerb.CheckWritable(options.Json);
        RecorderOptions recording = options.ToRecorder();
        TextWriter error = parsed.InvocationConfiguration.Error;
        WavFolder folder = new(parsed.GetValue(_folder)!) { Notify = message => MixerCommand.Program.Report(error, message) };
        Action full = () => MixerCommand.Program.Report(error,
            $"more than {RecordedVoices.MaxSpeaking} voices at a time: further ones are not recorded until others are silent");
        AnswerWatch? answers = options.To is { } to ? new(to, line => MixerCommand.Program.Report(error, line)) : null;
        using Interruption interruption = new(Interruption.Abort);
        (Recorder recorder, bool finished) = MixerVerb.Run("listen", loop => new Recorder(loop, loop, recording, folder, full),
            recorder => recorder.Start(), recorder => IsOver(recorder, answers), options.Length, interruption.Token);
        ListenResult result = ListenResult.Of(recorder);
        result.Write(parsed.InvocationConfiguration.Output, options.Json);
        return CodeOf(recorder, result, options, finished, error);
    }

    private static bool IsOver(Recorder recorder, AnswerWatch? answers)
    {
        answers?.Check(recorder.Datagrams, RealTimeLoop.Clock);
        return recorder.Failure is not null;
    }

    private static int CodeOf(Recorder recorder, ListenResult result, ListenOptions options, bool finished, TextWriter error)
    {
        bool hasHeard = result.Sources.Count > 0;
        if (!hasHeard)
            MixerCommand.Program.Report(error, $"no voice was heard on {recorder.Address}{(options.To is { } to ? $" from {to}" : "")}");
        if (recorder.Failure is { } failure)
            return MixerCommand.Program.Fail(error, $"recording ended: {failure}", ExitCode.Runtime);
        return !finished ? ExitCode.Interrupted : hasHeard ? ExitCode.Good : ExitCode.NoPeer;
    }
}
