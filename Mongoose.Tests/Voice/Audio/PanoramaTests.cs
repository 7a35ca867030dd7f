using System.Numerics;
using Mongoose.Voice.Audio;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Audio;

public sealed class PanoramaTests
{
    private static readonly Vector3 Listener = new(128, 128, 25);

    [TestCase(5, 0, 0, 1, 1)]
    [TestCase(-5, 0, 0, 1, 1)]
    [TestCase(0, 0, 5, 1, 1)]
    [TestCase(0, 0, 0, 1, 1)]
    [TestCase(0, 5, 0, 1.41421, 0)]
    [TestCase(0, -5, 0, 0, 1.41421)]
    [TestCase(20, 0, 0, 0.5, 0.5)]
    [TestCase(0, 40, 0, 0.353553, 0)]
    [TestCase(80, 0, 0, 0, 0)]
    public void Left_is_y_for_a_listener_who_looks_along_x(float x, float y, float z, double left, double right) =>
        AssertGain(Panorama.Gain(Listener + new Vector3(x, y, z), Listener, Quaternion.Identity), left, right);

    [Test]
    public void A_listener_who_turns_left_hears_on_the_right_what_was_in_front()
    {
        Quaternion left = Quaternion.CreateFromAxisAngle(Vector3.UnitZ, MathF.PI / 2);
        AssertGain(Panorama.Gain(Listener + new Vector3(5, 0, 0), Listener, left), 0, 1.41421);
        AssertGain(Panorama.Gain(Listener + new Vector3(0, 5, 0), Listener, left), 1, 1);
    }

    [ForAll]
    public void The_power_depends_on_the_distance_only(int seed)
    {
        Random random = new(seed);
        Vector3 direction = Vector3.Normalize(new Vector3(Side(), Side(), Side()) + new Vector3(0.001f));
        float distance = 79 * random.NextSingle();
        Quaternion heading = Quaternion.CreateFromYawPitchRoll(3 * Side(), 3 * Side(), 3 * Side());
        StereoGain gain = Panorama.Gain(Listener + distance * direction, Listener, heading);
        double power = (gain.Left * gain.Left + gain.Right * gain.Right) / 2;
        Assert.That(10 * Math.Log10(power), Is.EqualTo(Panorama.DistanceDecibels(distance)).Within(0.01));

        float Side() => 2 * random.NextSingle() - 1;
    }

    [TestCase(0, 0)]
    [TestCase(10, 0)]
    [TestCase(20, -6.02)]
    [TestCase(40, -12.04)]
    [TestCase(60, -15.56)]
    [TestCase(70, -55.78)]
    [TestCase(80, -96)]
    [TestCase(1e9f, -96)]
    public void Distance_leaves(float metres, double decibels) =>
        Assert.That(Panorama.DistanceDecibels(metres), Is.EqualTo(decibels).Within(0.01));

    [Test]
    public void Walking_through_a_source_changes_its_gain_by_small_steps()
    {
        float[] left = Enumerable.Range(-200, 401)
            .Select(cm => Panorama.Gain(new Vector3(0, cm / 100f, 0), Vector3.Zero, Quaternion.Identity).Left).ToArray();
        Assert.That(Tone.LargestStep(left), Is.LessThan(0.02));
    }

    private static void AssertGain(StereoGain gain, double left, double right)
    {
        Assert.That(gain.Left, Is.EqualTo(left).Within(1e-4));
        Assert.That(gain.Right, Is.EqualTo(right).Within(1e-4));
    }
}
