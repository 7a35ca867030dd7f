using System.Numerics;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>A voice of a near mixer, and a listener with two channels at the same or a far one. The listener looks along x.</summary>
public class ControlTests
{
    private static readonly AudioFormat Stereo = new(AudioCodec.L16, 8000, 2);

    [Test]
    public void A_voice_is_on_the_side_of_its_position([Values] bool isFar, [Values(5f, -5f)] float y)
    {
        using ConferenceRig rig = new();
        (Conference near, Conference far, RigClient a, RigClient b) = Create(rig, isFar);
        near.Move(new SpatialUpdate("a", new Vector3(0, y, 0), null, null, null));
        far.Move(new SpatialUpdate("b", Vector3.Zero, null, null, null));
        a.SayNoise(3, 1);
        rig.Run(4);
        double left = Power(b, 0), right = Power(b, 1);
        Assert.That(y > 0 ? left : right, Is.GreaterThan(100 * (y > 0 ? right : left)));
    }

    [Test]
    public void Moving_a_voice_moves_its_sound_at_constant_power_without_a_step([Values] bool isFar)
    {
        using ConferenceRig rig = new();
        (Conference near, Conference far, RigClient a, RigClient b) = Create(rig, isFar);
        far.Move(new SpatialUpdate("b", Vector3.Zero, null, null, null));
        near.Move(new SpatialUpdate("a", new Vector3(0, 5, 0), null, null, null));
        a.Say(Enumerable.Range(0, 32_000).Select(i => (short)(8000 * Math.Sin(i * 2 * Math.PI * 200 / 8000))).ToArray());
        for (int degrees = 90; degrees >= -90; degrees -= 15)
        {
            (float sine, float cosine) = MathF.SinCos(degrees * MathF.PI / 180);
            near.Move(new SpatialUpdate("a", new Vector3(5 * cosine, 5 * sine, 0), null, null, null));
            rig.Run(0.2);
        }
        rig.Run(2);
        int[] left = b.Sum(0), right = b.Sum(1);
        int begin = left.AsSpan().IndexOfAnyExceptInRange(-100, 100) + 800, end = begin + 24_000;
        int step =
            Enumerable.Range(begin, end - begin).Max(i => Math.Max(Math.Abs(left[i] - left[i - 1]), Math.Abs(right[i] - right[i - 1])));
        double[] power = Enumerable.Range(0, 60).Select(window =>
            Enumerable.Range(begin + window * 400, 400).Sum(i => (double)left[i] * left[i] + (double)right[i] * right[i])).ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(step, Is.LessThan(8000 * Math.Sqrt(2) * 2 * Math.PI * 200 / 8000 * 1.05), "no more than the wave's own slope");
            Assert.That(power.Max() / power.Min(), Is.LessThan(1.15), "half a decibel");
        });
    }

    [Test]
    public void A_position_that_comes_after_the_voice_is_used_too([Values] bool isFar)
    {
        using ConferenceRig rig = new();
        (Conference near, Conference far, RigClient a, RigClient b) = Create(rig, isFar);
        a.SayNoise(6, 1);
        rig.Run(1);
        far.Move(new SpatialUpdate("b", Vector3.Zero, null, null, null));
        near.Move(new SpatialUpdate("a", new Vector3(0, -5, 0), null, null, null));
        rig.Run(1);
        b.Heard.Clear();
        rig.Run(2);
        Assert.That(Power(b, 1), Is.GreaterThan(100 * Power(b, 0)));
    }

    [Test]
    public void Ears_that_were_moved_away_stay_there_when_the_speaker_moves()
    {
        using ConferenceRig rig = new();
        (Conference near, _, RigClient a, RigClient b) = Create(rig, isFar: false);
        near.Move(new SpatialUpdate("a", Vector3.Zero, null, null, null));
        near.Move(new SpatialUpdate("b", null, null, new Vector3(0, 5, 0), null)); // The voice is on the right.
        near.Move(new SpatialUpdate("b", new Vector3(0, -5, 0), null, null, null));
        a.SayNoise(2, 1);
        rig.Run(3);
        Assert.That(Power(b, 1), Is.GreaterThan(100 * Power(b, 0)));
    }

    [Test]
    public void Positions_that_are_no_numbers_are_ignored()
    {
        using ConferenceRig rig = new();
        (Conference near, _, RigClient a, RigClient b) = Create(rig, isFar: false);
        near.Move(new SpatialUpdate("b", Vector3.Zero, null, null, null));
        near.Move(new SpatialUpdate("a", new Vector3(0, 5, 0), null, null, null));
        near.Move(new SpatialUpdate("a", new Vector3(float.NaN, 0, 0), null, null, null));
        near.Move(new SpatialUpdate("b", null, default(Quaternion), null, new Quaternion(float.PositiveInfinity, 0, 0, 0)));
        a.SayNoise(2, 1);
        rig.Run(3);
        Assert.That(Power(b, 0), Is.GreaterThan(100 * Power(b, 1)));
    }

    [Test]
    public void Positions_of_ten_thousand_others_neither_keep_a_new_name_out_nor_drive_a_known_one_away([Values] bool isNew,
        [Values] bool isGiven)
    {
        using ConferenceRig rig = new();
        SourceOptions[] given = isGiven ? [new SourceOptions { Name = "voice", Coordinates = [0, 5, 0] }] : [];
        Conference mixer = rig.Add(1, given, ConferenceRig.Client("voice"), ConferenceRig.Client("ears", PeerForm.Stereo));
        (RigClient voice, RigClient ears) = (rig.Attach(mixer, 0, 11), rig.Attach(mixer, 1, 12, hears: Stereo));
        void Place()
        {
            mixer.Move(new SpatialUpdate("ears", Vector3.Zero, null, null, null));
            if (!isGiven)
                mixer.Move(new SpatialUpdate("voice", new Vector3(0, 5, 0), null, null, null));
        }
        if (!isNew)
            Place();
        for (int i = 0; i < 10_100; i++)
            mixer.Move(new SpatialUpdate($"other {i}", Vector3.UnitX, null, null, null));
        if (isNew)
            Place();
        voice.SayNoise(2, 1);
        rig.Run(3);
        Assert.That(Power(ears, 0), Is.GreaterThan(100 * Power(ears, 1)));
    }

    private static double Power(RigClient client, int channel) => client.Sum(channel).Sum(sample => (double)sample * sample) + 1;

    private static (Conference Near, Conference Far, RigClient Speaker, RigClient Listener) Create(ConferenceRig rig, bool isFar)
    {
        PeerOptions trunk = ConferenceRig.Mixer("trunk") with { Rule = "fixed" };
        Conference near = rig.Add(1, trunk, ConferenceRig.Client("a"), ConferenceRig.Client("b", PeerForm.Stereo));
        Conference far = rig.Add(2, trunk, ConferenceRig.Client("a"), ConferenceRig.Client("b", PeerForm.Stereo));
        rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(10));
        Conference hears = isFar ? far : near;
        (RigClient a, RigClient b) = (rig.Attach(near, 1, 11), rig.Attach(hears, 2, 12, hears: Stereo));
        rig.Run(0.5);
        return (near, hears, a, b);
    }
}
