using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Verse;

/// <summary>
/// Particles that all move in every frame, by default 25 frames a second with 16 bytes each. At each frame it records the age of what the
/// receiver shows, and within the frame the bytes in the queue of the link.
/// </summary>
internal sealed class Particles
{
    private const int SamplesPerFrame = 8;

    private readonly VerseRig _rig;
    private readonly int[] _shown;
    private readonly byte[] _value;
    private readonly Duration _interval;
    private readonly List<double> _ages = [], _queues = [];
    private int _frame;
    private long _delivered;
    private Instant _from;

    public Particles(VerseRig rig, int count, double framesPerSecond = 25, int bytes = 16)
    {
        (_rig, _shown, _value) = (rig, new int[count], new byte[bytes]);
        _interval = Duration.FromSeconds(1 / framesPerSecond);
        rig.Server.OnChange = (key, value) => _shown[key] = BinaryPrimitives.ReadInt32LittleEndian(value);
    }

    /// <summary>Milliseconds for which a newer state than the one shown has existed, per particle and frame.</summary>
    public double AgeAt(double quantile)
    {
        _ages.Sort();
        return _ages[(int)Math.Min(_ages.Count - 1, quantile * _ages.Count)];
    }

    public int Wrong => _shown.Count(frame => frame != _frame);

    /// <summary>Mean number of bytes that waited for the transmitter of the link.</summary>
    public double MeanQueue => _queues.Average();

    /// <summary>Bytes delivered by the link since the first recorded frame, of what it can carry.</summary>
    public double LinkUse(DataRate rate) =>
        (_rig.There.Counters.DeliveredBytes - _delivered) / (double)rate.BytesIn(_rig.Clock.Now - _from);

    /// <summary>Runs frames. Those that are skipped are not recorded, and what was recorded before them is forgotten.</summary>
    public void Run(int frames, int framesToSkip = 0)
    {
        for (int i = 0; i < frames; i++)
        {
            if (i == framesToSkip)
                Restart();
            if (i >= framesToSkip)
                _ages.AddRange(_shown.Select(shown => (_frame - shown) * _interval.Milliseconds));
            Move();
            for (int sample = 0; sample < SamplesPerFrame; sample++)
            {
                _rig.Clock.RunFor(_interval / SamplesPerFrame);
                _queues.Add(_rig.There.Queue.Bytes);
            }
        }
    }

    private void Restart()
    {
        _ages.Clear();
        _queues.Clear();
        (_delivered, _from) = (_rig.There.Counters.DeliveredBytes, _rig.Clock.Now);
    }

    private void Move()
    {
        _frame++;
        BinaryPrimitives.WriteInt32LittleEndian(_value, _frame);
        for (int key = 0; key < _shown.Length; key++)
            _rig.Sender.Set((ulong)key, _value);
        _rig.Client.Pump();
    }
}
