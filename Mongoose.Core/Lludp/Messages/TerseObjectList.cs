namespace Mongoose.Core.Lludp.Messages;

/// <summary>The objects of an <see cref="ImprovedTerseObjectUpdate"/>, all known to be complete, for use with foreach.</summary>
public readonly ref struct TerseObjectList
{
    public int Count { get; private init; }

    internal ReadOnlySpan<byte> Bytes { get; private init; }

    public Enumerator GetEnumerator() => new(this);

    internal static TerseObjectList Read(scoped ref SpanReader r)
    {
        int count = r.ReadBlockCount();
        ReadOnlySpan<byte> start = r.Rest;
        for (int i = 0; i < count && r.Ok; i++)
            TerseObject.Read(ref r);
        return r.Ok ? new TerseObjectList { Count = count, Bytes = start[..^r.Rest.Length] } : default;
    }

    public ref struct Enumerator(TerseObjectList list)
    {
        private SpanReader _reader = new(list.Bytes);
        private int _left = list.Count;

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
