using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Verse;

/// <summary>Particles that all move in every frame, 25 frames a second, and the age of what the receiver shows at each frame.</summary>
internal sealed class Particles
{
    public static readonly Duration Frame = Duration.FromMilliseconds(40);

    private readonly VerseRig _rig;
    private readonly int[] _shown;
    private readonly List<double> _ages = [];
    private int _frame;

    public Particles(VerseRig rig, int count)
    {
        (_rig, _shown) = (rig, new int[count]);
        rig.Server.OnChange = (key, value) => _shown[key] = BinaryPrimitives.ReadInt32LittleEndian(value);
    }

    /// <summary>Milliseconds for which a newer state than the one shown has existed, per particle and frame.</summary>
    public double AgeAt(double quantile)
    {
        _ages.Sort();
        return _ages[(int)Math.Min(_ages.Count - 1, quantile * _ages.Count)];
    }

    public int Wrong => _shown.Count(frame => frame != _frame);

    public void Run(int frames, int framesToSkip = 0)
    {
        byte[] value = new byte[16];
        for (int i = 0; i < frames; i++)
        {
            if (i >= framesToSkip)
                _ages.AddRange(_shown.Select(shown => (_frame - shown) * Frame.Milliseconds));
            _frame++;
            BinaryPrimitives.WriteInt32LittleEndian(value, _frame);
            for (int key = 0; key < _shown.Length; key++)
                _rig.Sender.Set((ulong)key, value);
            _rig.Client.Pump();
            _rig.Clock.RunFor(Frame);
        }
    }
}
