using System.Numerics;

namespace Mongoose.Voice.Audio;

/// <summary>
/// Places voices around a listener: constant power between left and right, and a distance law like that of OpenSimulator's channels of
/// Vivox voice, which are at full loudness within 10 m and silent from 80 m. Between them a voice loses 6 dB with each doubling of the
/// distance up to 60 m, and then fades out.
/// </summary>
internal static class Panorama
{
    /// <summary>In metres: nearer voices have their own loudness.</summary>
    public const float FullDistance = 10;

    /// <summary>In metres: from here voices fade out faster, evenly in dB.</summary>
    public const float FadeDistance = 60;

    /// <summary>In metres: from here voices are silent.</summary>
    public const float SilentDistance = 80;

    /// <summary>The loudness of a voice that is too far away, in dB: less than a step of 16-bit samples.</summary>
    public const double SilentDecibels = -96;

    /// <summary>
    /// In metres: nearer voices move towards the middle, so that they do not jump from ear to ear when one avatar walks through another.
    /// </summary>
    private const float NearDistance = 1;

    /// <summary>
    /// The gain of a voice for a listener. The sum of the squares is the same in all directions: straight ahead, behind and above, both
    /// channels have the loudness of the distance; at one side, that channel has 3 dB more and the other nothing.
    /// </summary>
    /// <param name="source">The source's position, in metres; the z axis points up.</param>
    /// <param name="listener">The listener's position.</param>
    /// <param name="heading">The listener's rotation; without rotation they look along the x axis, and y is on their left.</param>
    public static StereoGain Gain(Vector3 source, Vector3 listener, Quaternion heading)
    {
        Vector3 seen = Vector3.Transform(source - listener, Quaternion.Conjugate(heading));
        float distance = seen.Length();
        double decibels = DistanceDecibels(distance);
        if (decibels <= SilentDecibels)
            return StereoGain.Silent;
        float gain = MathF.Sqrt(2) * (float)Math.Pow(10, decibels / 20);
        float left = Math.Clamp(seen.Y / Math.Max(distance, NearDistance), -1, 1);
        (float sine, float cosine) = MathF.SinCos((1 + left) * MathF.PI / 4);
        return new StereoGain(gain * sine, gain * cosine);
    }

    /// <summary>The gain at a distance, in dB: 0 to <see cref="SilentDecibels"/>.</summary>
    public static double DistanceDecibels(float metres) => metres switch
    {
        <= FullDistance => 0,
        <= FadeDistance => Doublings(metres),
        < SilentDistance => double.Lerp(Doublings(FadeDistance), SilentDecibels, (metres - FadeDistance) / (SilentDistance - FadeDistance)),
        _ => SilentDecibels,
    };

    private static double Doublings(float metres) => -20 * Math.Log10(metres / FullDistance);
}
