using System.Numerics;

namespace Mongoose.Core.Updates;

/// <summary>
/// For each object, the newest packets that replace blocks of older packets, by packet ordinal. All operations take amortised constant
/// time, and nothing is allocated once the table has grown to its working size. An object is forgotten with its newest packet.
/// </summary>
internal sealed class NewestUpdates
{
    private const int FirstEntries = 32;
    private const int None = -1;

    private int[] _buckets = Filled(FirstEntries);
    private Entry[] _entries = new Entry[FirstEntries];
    private int _used;
    private int _free = None;
    private int _oldest = None, _newest = None;

    /// <summary>Number of objects.</summary>
    public int Count { get; private set; }

    /// <summary>Records a block of a packet.</summary>
    /// <param name="localId">The object.</param>
    /// <param name="ordinal">The packet's ordinal, at least the highest recorded so far.</param>
    public void Record(uint localId, BlockKind kind, long ordinal)
    {
        if (kind == BlockKind.Cached)
            return;
        int at = Find(localId);
        if (at == None)
            at = Add(localId);
        else
            Unlink(at);
        LinkNewest(at);
        ref Entry entry = ref _entries[at];
        entry.Motion = ordinal;
        if (kind != BlockKind.Motion)
            entry.TexturedMotion = ordinal;
        if (kind is BlockKind.Full or BlockKind.Kill)
            entry.Full = ordinal;
    }

    /// <summary>
    /// Whether a packet later than <paramref name="ordinal"/> replaces that packet's block, as in <see cref="BlockKind"/>.
    /// </summary>
    public bool IsReplaced(uint localId, BlockKind kind, long ordinal)
    {
        if (kind == BlockKind.Kill)
            return false;
        int at = Find(localId);
        if (at == None)
            return false;
        ref Entry entry = ref _entries[at];
        return ordinal < kind switch
        {
            BlockKind.Motion => entry.Motion,
            BlockKind.TexturedMotion => entry.TexturedMotion,
            _ => entry.Full,
        };
    }

    /// <summary>Forgets the objects that no packet later than <paramref name="ordinal"/> has updated.</summary>
    public void ForgetUpTo(long ordinal)
    {
        while (_oldest != None && _entries[_oldest].Motion <= ordinal)
            Remove(_oldest);
    }

    public void Clear() => ForgetUpTo(long.MaxValue);

    private static int[] Filled(int length)
    {
        int[] buckets = new int[length];
        Array.Fill(buckets, None);
        return buckets;
    }

    /// <summary>Fibonacci hashing: a region's local ids are consecutive, but the low bits alone need not be spread.</summary>
    private int BucketOf(uint localId) => (int)((localId * 0x9E3779B1u) >> (32 - BitOperations.Log2((uint)_buckets.Length)));

    private int Find(uint localId)
    {
        int at = _buckets[BucketOf(localId)];
        while (at != None && _entries[at].LocalId != localId)
            at = _entries[at].Next;
        return at;
    }

    private int Add(uint localId)
    {
        if (_free == None && _used == _entries.Length)
            Grow();
        int at = _free;
        if (at == None)
            at = _used++;
        else
            _free = _entries[at].Next;
        ref int bucket = ref _buckets[BucketOf(localId)];
        _entries[at] = new Entry { LocalId = localId, Next = bucket };
        bucket = at;
        Count++;
        return at;
    }

    private void Remove(int at)
    {
        ref int next = ref _buckets[BucketOf(_entries[at].LocalId)];
        while (next != at)
            next = ref _entries[next].Next;
        next = _entries[at].Next;
        Unlink(at);
        _entries[at].Next = _free;
        _free = at;
        Count--;
    }

    private void Grow()
    {
        Array.Resize(ref _entries, _entries.Length * 2);
        _buckets = Filled(_entries.Length);
        for (int at = 0; at < _used; at++)
        {
            ref int bucket = ref _buckets[BucketOf(_entries[at].LocalId)];
            _entries[at].Next = bucket;
            bucket = at;
        }
    }

    private void Unlink(int at)
    {
        (int older, int newer) = (_entries[at].Older, _entries[at].Newer);
        if (older == None)
            _oldest = newer;
        else
            _entries[older].Newer = newer;
        if (newer == None)
            _newest = older;
        else
            _entries[newer].Older = older;
    }

    private void LinkNewest(int at)
    {
        (_entries[at].Older, _entries[at].Newer) = (_newest, None);
        if (_newest == None)
            _oldest = at;
        else
            _entries[_newest].Newer = at;
        _newest = at;
    }

    private struct Entry
    {
        public uint LocalId;

        /// <summary>The next entry in the bucket, or in the list of free entries.</summary>
        public int Next;

        /// <summary>Neighbours in the order of <see cref="Motion"/>.</summary>
        public int Older, Newer;

        /// <summary>The newest packets with a block that replaces blocks of this kind. The first is the newest of all.</summary>
        public long Motion, TexturedMotion, Full;
    }
}
