using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Network.Packets;

/// <summary>Numbered messages of a flow that uses one loop, and the numbers of those that arrive. For the test's thread.</summary>
/// <param name="loop">The loop of the flow.</param>
/// <param name="flow">The number of the flow, which its messages contain.</param>
/// <param name="maxBytes">Messages have 5 to this many bytes.</param>
internal sealed class NumberedMessages(RealTimeLoop loop, byte flow, int maxBytes)
{
    private const int HeaderBytes = 5;

    private static readonly Duration Pause = Duration.FromMilliseconds(1);

    private readonly List<int> _received = [];
    private int _sent;
    private int _refused;
    private int _damaged;
    private bool _stopped;

    public delegate bool Sending(ReadOnlySpan<byte> message);

    public int[] Received => loop.Invoke(() => _received.ToArray());

    public int Sent => loop.Invoke(() => _sent);

    /// <summary>How often the flow did not take a message.</summary>
    public int Refused => loop.Invoke(() => _refused);

    /// <summary>Messages of another length or content than was sent, or of another flow.</summary>
    public int Damaged => loop.Invoke(() => _damaged);

    /// <summary>Sends messages as fast as the flow takes them.</summary>
    public void Send(int count, Sending send) => loop.Invoke(() => Continue(_sent + count, send));

    /// <summary>Sends no more.</summary>
    public void Stop() => loop.Invoke(() => _stopped = true);

    public void WaitUntil(Func<bool> condition, CancellationToken deadline)
    {
        while (!condition())
        {
            deadline.ThrowIfCancellationRequested();
            deadline.WaitHandle.WaitOne(5);
        }
    }

    public void Receive(ReadOnlySpan<byte> message)
    {
        int number = message.Length >= HeaderBytes ? BitConverter.ToInt32(message[1..]) : -1;
        if (number >= 0 && message.SequenceEqual(Message(number)))
            _received.Add(number);
        else
            _damaged++;
    }

    private void Continue(int end, Sending send)
    {
        while (_sent < end && send(Message(_sent)))
            _sent++;
        if (_sent == end || _stopped)
            return;
        _refused++;
        loop.At(loop.Now + Pause, () => Continue(end, send));
    }

    private byte[] Message(int number)
    {
        Random random = new(HashCode.Combine(flow, number));
        byte[] message = new byte[random.Next(HeaderBytes, maxBytes + 1)];
        random.NextBytes(message);
        message[0] = flow;
        BitConverter.TryWriteBytes(message.AsSpan(1), number);
        return message;
    }
}
