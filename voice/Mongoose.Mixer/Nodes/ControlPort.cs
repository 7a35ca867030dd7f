using System.Text.Json;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Nodes;

/// <summary>Receives new positions.</summary>
public delegate void SpatialHandler(in SpatialUpdate update);

/// <summary>
/// A UDP port on 127.0.0.1 that takes positions: each datagram has one or more lines, each as <see cref="SpatialLine"/> describes. A
/// datagram with a wrong line gets one answer, <c>{"error":"..."}</c>; the other lines take effect. Use it on its scheduler's thread.
/// </summary>
public sealed class ControlPort : IDisposable
{
    /// <summary>The minimum time between two answers, which limits the answers to a program that sends many wrong lines.</summary>
    public static readonly Duration AnswerInterval = Duration.FromMilliseconds(100);

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly SpatialHandler _moved;
    private Instant? _nextAnswer;

    /// <param name="port">The port's number; 0 chooses a free one.</param>
    /// <exception cref="IOException">The port cannot be opened; the message names it.</exception>
    public ControlPort(IScheduler scheduler, INetwork network, int port, SpatialHandler moved)
    {
        (_scheduler, _moved) = (scheduler, moved);
        _port = network.Open(UdpAddress.Loopback(port), Receive);
    }

    /// <summary>The address at which the port listens.</summary>
    public UdpAddress Address => _port.Address;

    /// <summary>Valid lines so far.</summary>
    public long Lines { get; private set; }

    /// <summary>Wrong lines so far.</summary>
    public long WrongLines { get; private set; }

    public void Dispose() => _port.Dispose();

    private void Receive(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        string? first = null;
        while (!datagram.IsEmpty)
        {
            int end = datagram.IndexOf((byte)'\n');
            ReadOnlySpan<byte> line = (end < 0 ? datagram : datagram[..end]).Trim(" \t\r\0"u8);
            datagram = end < 0 ? default : datagram[(end + 1)..];
            if (!line.IsEmpty && Read(line) is { } error)
                first ??= error;
        }
        if (first is not null && !(_scheduler.Now < _nextAnswer))
        {
            _nextAnswer = _scheduler.Now + AnswerInterval;
            _port.Send(from, JsonSerializer.SerializeToUtf8Bytes(new Dictionary<string, string> { ["error"] = first }));
        }
    }

    private string? Read(ReadOnlySpan<byte> line)
    {
        if (SpatialLine.TryParse(line, out SpatialUpdate update, out string? error))
        {
            Lines++;
            _moved(update);
        }
        else
            WrongLines++;
        return error;
    }
}
