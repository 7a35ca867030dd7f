namespace Mongoose.Core.Lludp.Messages;

/// <summary>The objects of an <see cref="ImprovedTerseObjectUpdate"/>, all known to be complete, for use with foreach.</summary>
public readonly ref struct TerseObjectList
{
    private TerseObjectList(int count, ReadOnlySpan<byte> bytes)
    {
        Count = count;
        Bytes = bytes;
    }

    public int Count { get; }

    internal ReadOnlySpan<byte> Bytes { get; }

    public Enumerator GetEnumerator() => new(this);

    internal static TerseObjectList Read(scoped ref SpanReader r)
    {
        int count = r.ReadBlockCount();
        ReadOnlySpan<byte> start = r.Rest;
        for (int i = 0; i < count && r.Ok; i++)
            TerseObject.Read(ref r);
        return r.Ok ? new TerseObjectList(count, start[..^r.Rest.Length]) : default;
    }

    public ref struct Enumerator
    {
        private SpanReader _reader;
        private int _left;

        internal Enumerator(TerseObjectList list)
        {
            _reader = new SpanReader(list.Bytes);
            _left = list.Count;
        }

        public TerseObject Current { get; private set; }

        public bool MoveNext()
        {
            if (_left == 0)
                return false;
            _left--;
            Current = TerseObject.Read(ref _reader);
            return true;
        }
    }
}
