using System.Numerics;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Region.Content;

/// <summary>
/// Avatars that walk in circles and stand alternately, for exponentially distributed times. A standing avatar has no updates.
/// </summary>
internal sealed class Walkers
{
    private const uint FirstLocalId = 3_000_000;

    /// <summary>The random number stream of the times.</summary>
    private const long Stream = -3;

    private const float MetresPerSecond = 3.2f, RadiansPerSecond = 1.2f;

    private readonly SeededRandom _random;
    private readonly Duration _meanTime;
    private readonly Avatar[] _avatars;
    private readonly List<uint> _moved = [];
    private readonly Instant _stop;

    /// <param name="count">Number of avatars.</param>
    /// <param name="meanTime">Mean time for which each walks, and for which it stands.</param>
    /// <param name="seed">Determines the times.</param>
    /// <param name="start">When all of them begin, standing.</param>
    /// <param name="stop">When all of them stop for good.</param>
    public Walkers(int count, Duration meanTime, long seed, Instant start, Instant stop)
    {
        (_random, _meanTime, _stop) = (new SeededRandom(seed, Stream), meanTime, stop);
        _avatars = Enumerable.Range(0, count).Select(i =>
            new Avatar(new Vector3(8 + i % 24 * 10, 8 + i / 24 * 10, 25), start + _random.NextExponential(meanTime))).ToArray();
    }

    /// <summary>Advances by one frame of the region.</summary>
    /// <returns>The local ids of avatars with a new state, valid until the next call.</returns>
    public IReadOnlyList<uint> Advance(Instant now)
    {
        _moved.Clear();
        for (int i = 0; i < _avatars.Length; i++)
        {
            if (Advance(_avatars[i], now))
                _moved.Add(FirstLocalId + (uint)i);
        }
        return _moved;
    }

    /// <summary>An avatar's present motion; null if the id is not a walker's.</summary>
    public ObjectMotion? MotionOf(uint localId) =>
        localId >= FirstLocalId && localId - FirstLocalId < _avatars.Length ? _avatars[localId - FirstLocalId].Motion : null;

    private bool Advance(Avatar avatar, Instant now)
    {
        bool walked = avatar.Walks;
        if (now >= avatar.Until || now >= _stop)
        {
            avatar.Walks = !walked && now < _stop;
            avatar.Until = now + _random.NextExponential(_meanTime);
        }
        if (avatar.Walks)
            avatar.Step();
        return walked || avatar.Walks;
    }

    private sealed class Avatar(Vector3 position, Instant until)
    {
        private Vector3 _position = position;
        private float _heading;

        public bool Walks { get; set; }

        public Instant Until { get; set; } = until;

        public ObjectMotion Motion => new()
        {
            CollisionPlane = Vector4.UnitZ,
            Position = _position,
            Velocity = Walks ? Ahead * MetresPerSecond : Vector3.Zero,
            Rotation = Quaternion.CreateFromAxisAngle(Vector3.UnitZ, _heading),
        };

        private Vector3 Ahead => new(MathF.Cos(_heading), MathF.Sin(_heading), 0);

        public void Step()
        {
            float seconds = (float)MovingAvatars.Heartbeat.Seconds;
            _heading += RadiansPerSecond * seconds;
            _position += Ahead * (MetresPerSecond * seconds);
        }
    }
}
