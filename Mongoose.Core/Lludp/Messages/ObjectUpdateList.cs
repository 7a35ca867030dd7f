namespace Mongoose.Core.Lludp.Messages;

/// <summary>The objects of an <see cref="ObjectUpdate"/>, all known to be complete, for use with foreach.</summary>
public readonly ref struct ObjectUpdateList
{
    public int Count { get; private init; }

    internal ReadOnlySpan<byte> Bytes { get; private init; }

    public Enumerator GetEnumerator() => new(this);

    internal static ObjectUpdateList Read(scoped ref SpanReader r)
    {
        int count = r.ReadBlockCount();
        ReadOnlySpan<byte> start = r.Rest;
        for (int i = 0; i < count && r.Ok; i++)
            ObjectUpdateBlock.Skip(ref r);
        return r.Ok ? new ObjectUpdateList { Count = count, Bytes = start[..^r.Rest.Length] } : default;
    }

    public ref struct Enumerator(ObjectUpdateList list)
    {
        private SpanReader _reader = new(list.Bytes);
        private int _left = list.Count;

        public ObjectUpdateBlock Current { get; private set; }

        public bool MoveNext()
        {
            if (_left == 0)
                return false;
            _left--;
            Current = ObjectUpdateBlock.Read(ref _reader);
            return true;
        }
    }
}
