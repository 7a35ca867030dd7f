using System.Diagnostics;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>A voice server in a process of its own, whose participants hear each other by RTP.</summary>
internal interface IVoiceServer : IDisposable
{
    int ProcessId { get; }

    /// <summary>The address to which a participant sends, by the participant's index.</summary>
    UdpAddress PlaceOf(int participant);
}

/// <summary>Starts a voice server.</summary>
/// <param name="participants">The participants' addresses.</param>
/// <param name="ports">Free ports for the server, one per participant.</param>
/// <param name="format">The format that participants send and receive.</param>
internal delegate IVoiceServer VoiceServerStart(UdpAddress[] participants, int[] ports, AudioFormat format);

/// <summary>Processor time of a process.</summary>
internal static class ProcessTime
{
    /// <summary>User and system time so far, in seconds, in steps of 10 ms (/proc/PID/stat).</summary>
    /// <exception cref="IOException">The process has ended.</exception>
    public static double Of(int process)
    {
        try
        {
            using Process found = Process.GetProcessById(process);
            return found.TotalProcessorTime.TotalSeconds;
        }
        catch (ArgumentException exception)
        {
            throw new IOException("the voice server has ended", exception);
        }
    }
}
