using System.CommandLine;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Mixer.Wav;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Commands;

/// <summary>The verb "speak": sends WAV files as voices.</summary>
internal sealed class SpeakCommand
{
    private const string Description = """
        Send WAV files as voices: each is a source of RTP with an SSRC and a name (CNAME) of its own, at exact times.

        Exit codes: 0 success, 1 runtime failure, 2 invalid command line, 3 nothing came back, 105 interrupted. Nothing comes back from a port that nobody
        listens on, and from programs that send no RTCP, such as ffmpeg.
        """;

    private readonly Argument<string[]> _files =
        new("wav") { Description = "WAV files with 16-bit samples; two channels are mixed to one", Arity = ArgumentArity.OneOrMore };

    public Command Create() => MixerVerb.Create("speak", Description, new SpeakOptions(), Run, _files);

    private int Run(SpeakOptions options, ParseResult parsed)
    {
        string[] files = parsed.GetValue(_files)!;
        TalkerOptions[] talkers = options.Voices(files);
        MixerVerb.CheckWritable(options.Json);
        Speech[] speeches = files.Select(WavSpeech.Read).ToArray();
        UdpAddress to = PeerAddress.Resolve(options.To), local = LocalAddress.Towards(to, options.Port);
        AnswerWatch answers = new(options.To, line => MixerCommand.Program.Report(parsed.InvocationConfiguration.Error, line));
        using Interruption interruption = new(Interruption.Abort);
        (TalkerPort port, bool finished) = MixerVerb.Run("speak", loop => new TalkerPort(loop, loop, local, to),
            port => Start(port, speeches, talkers), port => IsOver(port, answers), options.Length, interruption.Token);
        SpeakResult result = SpeakResult.Of(port);
        result.Write(parsed.InvocationConfiguration.Output, options.Json);
        if (!result.HasAnswer)
            MixerCommand.Program.Report(parsed.InvocationConfiguration.Error, $"nothing came back from {options.To}");
        return !finished ? ExitCode.Interrupted : result.HasAnswer ? ExitCode.Good : ExitCode.NoPeer;
    }

    private static bool IsOver(TalkerPort port, AnswerWatch answers)
    {
        if (port.Talkers.Any(talker => talker.Counts.Packets > 0))
            answers.Check(port.ReturnedPackets + port.ReturnedReports, RealTimeLoop.Clock);
        return port.IsOver;
    }

    private static void Start(TalkerPort port, Speech[] speeches, TalkerOptions[] options)
    {
        for (int i = 0; i < speeches.Length; i++)
            port.Add(speeches[i], options[i]);
        foreach (Talker talker in port.Talkers)
            talker.Start();
    }
}
