using System.Runtime.CompilerServices;

namespace Mongoose.Network.Tcp;

/// <summary>The blocks of a SACK option (RFC 2018): at most three, as many as fit beside timestamps.</summary>
public struct SackBlocks
{
    public const int MaxCount = 3;

    private Blocks _blocks;

    public int Count { get; private set; }

    public readonly SequenceRange this[int index] => _blocks[index];

    public readonly bool IsFull => Count == MaxCount;

    public void Add(SequenceRange block) => _blocks[Count++] = block;

    [InlineArray(MaxCount)]
    private struct Blocks
    {
        private SequenceRange _first;
    }
}
