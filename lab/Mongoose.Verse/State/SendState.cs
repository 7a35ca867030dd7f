namespace Mongoose.Verse.State;

/// <summary>
/// The sender's keys, and the values that wait or are in flight. A value is current until a newer one of its key is set; both rules follow
/// from that: a value that waits is replaced in its place, and a value of a lost packet returns to the head of its queue if it is current.
/// </summary>
/// <param name="queueRule">Whether a new value replaces the one that waits.</param>
/// <param name="resendRule">Whether only current values are sent again.</param>
/// <param name="maxKeys">The largest number of keys.</param>
/// <param name="maxWaiting">The largest number of values that wait.</param>
internal sealed class SendState(bool queueRule, bool resendRule, int maxKeys, int maxWaiting)
{
    private readonly Dictionary<ulong, SentKey> _keys = [];
    private readonly Stack<SentKey> _freeKeys = new();
    private Value? _freeValues;

    public PriorityQueues Waiting { get; } = new();

    /// <summary>Keys with a value, and keys whose removal the peer has not acknowledged.</summary>
    public int Keys => _keys.Count;

    /// <summary>Values made so far: the most that were waiting or in flight at the same time.</summary>
    public int ValuesMade { get; private set; }

    /// <summary>The bytes that charged values (<see cref="SentKey.Charged"/>) take of the peer's window; never negative.</summary>
    public long WindowBytes { get; private set; }

    /// <summary>Values that were replaced before they were sent for the first time.</summary>
    public long Replaced { get; private set; }

    /// <summary>Values of lost packets that were not sent again.</summary>
    public long LeftOut { get; private set; }

    /// <exception cref="ArgumentException">There are too many keys, or too many values wait; nothing has changed.</exception>
    public void Set(ulong number, ReadOnlySpan<byte> bytes, byte priority)
    {
        _keys.TryGetValue(number, out SentKey? key);
        CheckRoom(key?.Newest);
        key ??= AddKey(number);
        key.IsRemoved = false;
        Renew(key, priority, isRemoval: false).SetBytes(bytes);
    }

    /// <summary>Removes a key; does nothing if there is none.</summary>
    /// <exception cref="ArgumentException">Too many values wait; nothing has changed.</exception>
    public void Remove(ulong number, byte priority)
    {
        if (!_keys.TryGetValue(number, out SentKey? key) || key.IsRemoved)
            return;
        CheckRoom(key.Newest);
        key.IsRemoved = true;
        Renew(key, priority, isRemoval: true).SetBytes([]);
    }

    /// <summary>
    /// Whether a value fits the peer's window once the value that it replaces in flight no longer counts. A value larger than the window is
    /// sent alone; otherwise it, and everything queued after it, would never be sent.
    /// </summary>
    public bool FitsWindow(Value value, long window)
    {
        long others = WindowBytes - (value.Key.Charged?.WindowBytes ?? 0);
        return others + value.WindowBytes <= window || others == 0 && window > 0 || IsObsolete(value);
    }

    /// <summary>Moves the next value from its queue to a packet.</summary>
    /// <param name="value">The result of <c>Waiting.Peek()</c>.</param>
    /// <param name="packet">The packet's id.</param>
    /// <param name="bytes">The value's bytes in the packet.</param>
    public void Send(Value value, long packet, int bytes)
    {
        Waiting.Take(value, bytes);
        SentKey key = value.Key;
        if (!IsObsolete(value))
        {
            value.Version = packet;
            Release(key.Charged);
            key.Charged = value;
            WindowBytes += value.WindowBytes;
        }
        if (value.KeyNumber == key.Number)
            key.LastPacket = packet;
    }

    /// <summary>The values of a packet arrived.</summary>
    /// <param name="first">The first value; the others are linked to it.</param>
    public void OnAcked(Value? first)
    {
        while (first is { } value)
        {
            first = value.NextInPacket;
            Release(value);
            if (value.Key.Newest == value)
                Settle(value);
            Free(value);
        }
    }

    /// <summary>The values of a packet are lost: the first of them will be sent again first.</summary>
    /// <param name="first">The first value; the others are linked to it.</param>
    public void OnLost(Value? first)
    {
        Value? reversed = null;
        while (first is { } value)
        {
            first = value.NextInPacket;
            value.NextInPacket = reversed;
            reversed = value;
        }
        while (reversed is { } value)
        {
            reversed = value.NextInPacket;
            value.NextInPacket = null;
            SendAgainIfCurrent(value);
        }
    }

    /// <summary>
    /// Whether a value was sent before and its key has a newer one. Such a value waits only if the resend rule is off, and the window does
    /// not limit it.
    /// </summary>
    public static bool IsObsolete(Value value) => value.WasSent && value.Key.Newest != value;

    private void SendAgainIfCurrent(Value value)
    {
        Release(value);
        if (value.Key.Newest == value || !resendRule)
        {
            Waiting.AddFirst(value);
            return;
        }
        LeftOut++;
        Free(value);
    }

    /// <summary>The value that becomes the key's newest: the one that waits, or a new one at the end of its queue.</summary>
    private Value Renew(SentKey key, byte priority, bool isRemoval)
    {
        if (key.Newest is { IsWaiting: true } waiting)
        {
            if (queueRule)
            {
                Replace(waiting, priority, isRemoval);
                return waiting;
            }
            if (MakesRoom(waiting))
                LeaveOut(waiting);
            else if (waiting.Priority != priority)
                Waiting.Move(key, waiting.Priority, priority); // the newer value must not overtake those that wait
        }
        Value value = Take();
        (value.Key, value.KeyNumber, value.Priority, value.IsRemoval) = (key, key.Number, priority, isRemoval);
        key.Newest = value;
        Waiting.AddLast(value);
        return value;
    }

    /// <exception cref="ArgumentException">Too many values wait.</exception>
    private void CheckRoom(Value? newest)
    {
        if (Waiting.Count >= maxWaiting && !(newest is { IsWaiting: true } && MakesRoom(newest)))
            throw new ArgumentException($"more than {maxWaiting} values wait to be sent");
    }

    /// <summary>Whether a newer value takes the place of this one, which waits.</summary>
    private bool MakesRoom(Value waiting) => queueRule || resendRule && waiting.WasSent;

    private void LeaveOut(Value waiting)
    {
        LeftOut++;
        Waiting.Remove(waiting);
        Free(waiting);
    }

    private void Replace(Value waiting, byte priority, bool isRemoval)
    {
        if (waiting.WasSent)
            LeftOut++;
        else
            Replaced++;
        (waiting.IsRemoval, waiting.Version) = (isRemoval, 0);
        if (waiting.Priority == priority)
            return;
        Waiting.Remove(waiting);
        waiting.Priority = priority;
        Waiting.AddLast(waiting);
    }

    private void Settle(Value value)
    {
        SentKey key = value.Key;
        key.Newest = null;
        if (!value.IsRemoval)
            return;
        _keys.Remove(key.Number);
        _freeKeys.Push(key);
    }

    private void Release(Value? value)
    {
        if (value is null || value.Key.Charged != value)
            return;
        WindowBytes -= value.WindowBytes;
        value.Key.Charged = null;
    }

    private SentKey AddKey(ulong number)
    {
        if (_keys.Count >= maxKeys)
            throw new ArgumentException($"more than {maxKeys} keys");
        SentKey key = _freeKeys.TryPop(out SentKey? free) ? free : new SentKey();
        (key.Number, key.LastPacket) = (number, 0);
        _keys.Add(number, key);
        return key;
    }

    private Value Take()
    {
        if (_freeValues is not { } value)
        {
            ValuesMade++;
            return new Value();
        }
        _freeValues = value.Next;
        (value.Next, value.Version) = (null, 0);
        return value;
    }

    private void Free(Value value)
    {
        value.NextInPacket = null;
        value.Next = _freeValues;
        _freeValues = value;
    }
}
