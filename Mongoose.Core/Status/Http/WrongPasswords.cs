using System.Net;
using System.Net.Sockets;
using System.Reflection;
using log4net;

namespace Mongoose.Server.Status.Http;

/// <summary>
/// Bounds how many passwords a reader can try: after ten wrong passwords within a minute, the reader's address waits until that minute is over.
/// An IPv6 reader is known by its network of 64 bits, which one host can use alone. Not thread-safe.
/// </summary>
/// <param name="time">The clock.</param>
internal sealed class WrongPasswords(TimeProvider time)
{
    /// <summary>Wrong passwords that an address may send in a <see cref="Period"/>.</summary>
    public const int Allowed = 10;

    /// <summary>Addresses that are remembered. Beyond them the oldest is forgotten: strangers cannot make an address wait that has guessed nothing.</summary>
    public const int MaxAddresses = 1000;

    public static readonly TimeSpan Period = TimeSpan.FromMinutes(1);

    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);
    private static readonly IPAddress Unknown = IPAddress.None;

    private readonly Dictionary<IPAddress, (long Since, int Wrong)> _counts = [];
    private long? _warned;

    /// <summary>How many addresses are remembered.</summary>
    public int Addresses => _counts.Count;

    /// <summary>How long a reader must wait before its next password is compared; zero or less if it need not.</summary>
    public TimeSpan WaitOf(IPAddress? reader) =>
        _counts.TryGetValue(KeyOf(reader), out (long Since, int Wrong) count) && count.Wrong >= Allowed ? Period - time.GetElapsedTime(count.Since) : TimeSpan.Zero;

    /// <summary>Counts a wrong password. The last one that is allowed causes a line in the log, at most one in a <see cref="Period"/>.</summary>
    public void Add(IPAddress? reader)
    {
        IPAddress key = KeyOf(reader);
        if (!_counts.TryGetValue(key, out (long Since, int Wrong) count) || IsOver(count.Since))
        {
            MakeRoom();
            count = (time.GetTimestamp(), 0);
        }
        _counts[key] = (count.Since, count.Wrong + 1);
        if (count.Wrong + 1 == Allowed && (_warned is null || IsOver(_warned.Value)))
            Warn(key);
    }

    private void Warn(IPAddress key)
    {
        _warned = time.GetTimestamp();
        string reader = key.Equals(Unknown) ? "an unknown address" : key + (key.AddressFamily == AddressFamily.InterNetworkV6 ? "/64" : "");
        Log.Warn($"[MONGOOSE]: status page: {Allowed} wrong passwords within a minute from {reader}; refuses its further passwords until the minute is over");
    }

    private static IPAddress KeyOf(IPAddress? reader) => reader switch
    {
        null => Unknown,
        { AddressFamily: AddressFamily.InterNetworkV6 } => new IPAddress([.. reader.GetAddressBytes().AsSpan(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]),
        _ => reader,
    };

    private void MakeRoom()
    {
        if (_counts.Count < MaxAddresses)
            return;
        foreach (IPAddress old in _counts.Where(pair => IsOver(pair.Value.Since)).Select(pair => pair.Key).ToArray())
            _counts.Remove(old);
        if (_counts.Count >= MaxAddresses)
            _counts.Remove(_counts.MinBy(pair => pair.Value.Since).Key);
    }

    private bool IsOver(long since) => time.GetElapsedTime(since) >= Period;
}
