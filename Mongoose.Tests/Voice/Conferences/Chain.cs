using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Mixers in a row, two speakers at the first and a listener at the last; peer 0 of each mixer is the next one.</summary>
internal sealed class Chain
{
    /// <param name="rig">The rig.</param>
    /// <param name="spoken">The codec of the speakers; the listener hears L16 of the same rate.</param>
    /// <param name="trunk">The codec of the trunks.</param>
    /// <param name="trunks">Their number.</param>
    /// <param name="thin">The trunk that carries one stream; the others carry eight.</param>
    public Chain(ConferenceRig rig, string spoken, string trunk, int trunks, int thin)
    {
        AudioFormat.TryParse(spoken, out AudioFormat format);
        AudioFormat listened = new(AudioCodec.L16, format.SampleRate, 1);
        Mixers = new Conference[trunks + 1];
        Lines = new RigLine[trunks];
        for (int i = 0; i <= trunks; i++)
        {
            PeerOptions next = i == trunks ? ConferenceRig.Client("listener", codec: listened.ToString())
                : Trunk("next", trunk) with { MaxStreams = i == thin ? 1 : 8 };
            PeerOptions[] others = i == 0 ? [ConferenceRig.Client("a", codec: spoken), ConferenceRig.Client("b", codec: spoken)]
                : [Trunk("last", trunk)];
            Mixers[i] = rig.Add((ulong)i + 1, [next, .. others]);
            if (i > 0)
                Lines[i - 1] = rig.Connect(Mixers[i - 1], 0, Mixers[i], 1, Duration.FromMilliseconds(30));
        }
        Speakers = [new(11, rig.Frame, format, listened), new(12, rig.Frame, format, listened)];
        for (int i = 0; i < Speakers.Length; i++)
            rig.Speak(Speakers[i], Mixers[0], 1 + i, rig.Frame * 0.3 * i);
        Listener = rig.Attach(Mixers[trunks], 0, 13, listened);
        rig.Run(1);
    }

    public Conference[] Mixers { get; }

    public RigLine[] Lines { get; }

    public RigClient[] Speakers { get; }

    public RigClient Listener { get; }

    private static PeerOptions Trunk(string name, string codec) => ConferenceRig.Mixer(name) with { Codec = codec, Rule = "fixed" };
}
