using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Particles;

/// <summary>
/// Bouncing balls in a box of 10 m: elastic, and without contact between each other. A position follows from the frame alone, by arithmetic
/// that gives the same result on every platform.
/// </summary>
/// <param name="profile">The number of particles and the rate of frames.</param>
internal sealed class ParticleMotion(ParticleProfile profile, long seed)
{
    /// <summary>The random number stream of the balls' heights and velocities.</summary>
    private const long Stream = 5000;

    private const double Box = 10, Gravity = 9.81;

    private readonly Ball[] _balls = Draw(profile.Count, new SeededRandom(seed, Stream));

    /// <summary>The particle's state in a frame in which it moves.</summary>
    public ParticleValue At(int id, int frame)
    {
        double seconds = frame / profile.FramesPerSecond;
        Ball ball = _balls[id];
        return new ParticleValue(id, frame, (float)Reflect(ball.X + ball.VelocityX * seconds),
            (float)Reflect(ball.Y + ball.VelocityY * seconds), (float)Bounce(ball.Height, ball.Phase + seconds));
    }

    private static Ball[] Draw(int count, SeededRandom random) => Enumerable.Range(0, count).Select(_ => Ball.Draw(random)).ToArray();

    /// <summary>A point that moves steadily between two walls.</summary>
    private static double Reflect(double way)
    {
        double inPeriod = way - Math.Floor(way / (2 * Box)) * 2 * Box;
        return inPeriod <= Box ? inPeriod : 2 * Box - inPeriod;
    }

    /// <summary>The height of a ball that falls from <paramref name="height"/> and bounces back to it.</summary>
    private static double Bounce(double height, double seconds)
    {
        double half = Math.Sqrt(2 * height / Gravity), period = 2 * half;
        double fromTop = seconds - Math.Floor(seconds / period) * period - half;
        return height - Gravity / 2 * fromTop * fromTop;
    }

    private readonly record struct Ball(double X, double Y, double VelocityX, double VelocityY, double Height, double Phase)
    {
        private const double Fastest = 5;

        public static Ball Draw(SeededRandom random) => new(
            random.NextDouble() * Box, random.NextDouble() * Box,
            (random.NextDouble() * 2 - 1) * Fastest, (random.NextDouble() * 2 - 1) * Fastest,
            1 + random.NextDouble() * (Box - 1), random.NextDouble() * 3);
    }
}
